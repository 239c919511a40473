import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { noteFigure } from '../../tools/test/figure.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { listen } from '../runtime/listen.ts'
import { runDoctor } from '../runtime/run-doctor.ts'

test('the doctor ends when no service responds', async ({ task }) => {
  // It accepts connections and never responds.
  const port = await listen(createServer((socket) => socket.on('error', () => {})))
  const began = performance.now()
  const examined = await runDoctor({
    DATA_DIR: await newDataFolder(),
    DATABASE_URL: `postgres://minbar@127.0.0.1:${port}/minbar`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  const seconds = (performance.now() - began) / 1_000
  noteFigure(task, { name: 'doctor without any response', measured: seconds, unit: 's', atMost: 60 })
  for (const check of ['database', 'mail', 'public address']) expect(examined.of(check)).toMatch(/^wrong: /)
})
