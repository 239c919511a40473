// Moves a database and kills this process with SIGKILL right before a step: `node kill-move-at-step.ts SOURCE TARGET STEP`.

import { move } from '../../server/database/move/move.ts'

const [source = '', target = '', fatalStep = ''] = process.argv.slice(2)
await move({
  source: { url: source, name: 'source' },
  target: { url: target, name: 'target' },
  maxDowntime: 30_000,
  signal: new AbortController().signal,
  onStep: (step) => {
    if (step === fatalStep) process.kill(process.pid, 'SIGKILL')
  },
})
