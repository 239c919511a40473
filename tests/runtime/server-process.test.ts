import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataFolder } from './data-folder.ts'
import { outputOfFailedStart, startServer } from './server-process.ts'

const listeningScript = `
  process.on('SIGTERM', () => process.exit(0))
  setInterval(() => {}, 1000)
  console.log('not json')
  console.log(JSON.stringify({ msg: 'listening', url: 'http://127.0.0.1:1/', given: process.env.GIVEN }))`

async function writeBuild(main: string): Promise<string> {
  const build = await newDataFolder()
  await mkdir(join(build, 'server'))
  await writeFile(join(build, 'server', 'main.js'), main)
  return build
}

test('startServer passes the environment, returns the URL, and stops the server on request', async () => {
  const server = await startServer({ GIVEN: 'yes' }, await writeBuild(listeningScript))
  expect(server.url).toBe('http://127.0.0.1:1')
  expect(server.output()).toContain('"given":"yes"')
  expect(await server.stop()).toBe(0)
})

test('kill of a server process resolves after the process has ended', async () => {
  const server = await startServer({}, await writeBuild(listeningScript))
  await server.kill()
  expect(() => process.kill(server.pid, 0)).toThrow('ESRCH')
})

test('startServer rejects with the output of a server that ends before it listens', async () => {
  const build = await writeBuild(`console.error('PORT must be a number'); process.exit(3)`)
  await expect(startServer({}, build)).rejects.toThrow(/ended \(3\)[\s\S]*PORT must be a number/u)
  expect(await outputOfFailedStart({}, build)).toBe('PORT must be a number')
})
