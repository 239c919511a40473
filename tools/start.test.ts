import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSmallRepository } from '../tests/runtime/small-repository.ts'

const serverScript = `
  process.on('SIGTERM', () => {
    console.log('closing in order')
    process.exit(7)
  })
  setInterval(() => {}, 1000)
  console.log('listening')
`

test('npm start builds, forwards SIGTERM to the server, and exits with the exit code of the server', async () => {
  const repository = await createSmallRepository()
  await writeFile(join(repository, 'server', 'main.ts'), serverScript)
  const start = spawn(process.execPath, ['--import', 'tsx', 'tools/start.ts'], { cwd: repository })
  const said: string[] = []
  start.stdout.on('data', (chunk: Buffer) => {
    said.push(chunk.toString())
    if (chunk.toString().includes('listening')) start.kill('SIGTERM')
  })
  await once(start, 'close')
  expect(said.join('')).toBe('listening\nclosing in order\n')
  expect(start.exitCode).toBe(7)
})
