import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DirectoryInUseError } from './directory-lock.ts'
import { openEmbedded } from './open.ts'

/** How many times the process is killed; the long form takes hundreds. */
const ROUNDS = Number(process.env['VERIFY_ROUNDS'] ?? 3)

type Child = ChildProcessByStdio<Writable, Readable, null>

const quiet = { info() {}, warn() {}, error() {} }
let directory: string
let scripts: string
const children: Child[] = []

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'killed-'))
  scripts = await mkdtemp(join(tmpdir(), 'scripts-'))
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(directory, { recursive: true })
  await rm(scripts, { recursive: true })
})

/** Runs `script`, which has `db` open on the directory, in a process of its own. */
async function runProcess(script: string, ...nodeOptions: string[]): Promise<Child> {
  const file = join(scripts, `${randomUUID()}.mjs`)
  await writeFile(
    file,
    `import { openEmbedded } from ${JSON.stringify(import.meta.resolve('./open.ts'))}
    const quiet = { info() {}, warn() {}, error() {} }
    const db = await openEmbedded({ directory: ${JSON.stringify(directory)}, log: quiet })
    ${script}`,
  )
  const options = ['--import', import.meta.resolve('tsx'), ...nodeOptions]
  const child = spawn(process.execPath, [...options, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

/** Kills it when it has written `count` lines; answers with every line that came out, the very last too. */
async function killAfter(count: number, child: Child): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(line)
    if (lines.length === count) child.kill('SIGKILL')
  }
  return lines
}

// It makes a cluster, which takes its time on a busy machine.
test('a start that was cut short leaves nothing in the way of the next', { timeout: 120_000 }, async () => {
  await mkdir(join(directory, 'cluster.new-cut'), { recursive: true })
  await writeFile(join(directory, 'cluster.new-cut/PG_VERSION'), '18\n')
  const embedded = await openEmbedded({ directory, log: quiet })
  await embedded.pool.query('select 1')
  await embedded.close()
  expect((await readdir(directory)).toSorted()).toEqual(['cluster', 'lock'])
})

test('what was acknowledged is there after the process is killed, time and again', {
  timeout: 60_000 + ROUNDS * 60_000,
}, async () => {
  const setUp = await openEmbedded({ directory, log: quiet })
  await setUp.pool.query('create table acknowledged (n text primary key, padding text)')
  await setUp.close()

  const acknowledged = new Set<string>()
  for (let round = 1; round <= ROUNDS; round += 1) {
    const child = await runProcess(`
      // Ten at a time, in transactions of their own, so that the kill meets every stage of one.
      await Promise.all(Array.from({ length: 10 }, async (_, writer) => {
        for (let i = 0; ; i += 1) {
          const n = '${round}-' + writer + '-' + i
          const client = await db.pool.connect()
          await client.query('begin')
          await client.query("insert into acknowledged values ($1, repeat('x', $2))", [n, (i * 7919) % 5000])
          await client.query('commit')
          client.release()
          process.stdout.write(n + '\\n')
        }
      }))`)
    for (const n of await killAfter(10 + ((round * 71) % 300), child)) acknowledged.add(n)

    const survivor = await openEmbedded({ directory, log: quiet })
    const { rows } = await survivor.pool.query<{ n: string }>('select n from acknowledged')
    const found = new Set(rows.map((row) => row.n))
    expect([...acknowledged].filter((n) => !found.has(n))).toEqual([])
    await survivor.pool.query('checkpoint')
    await survivor.close()
  }
  expect(acknowledged.size).toBeGreaterThan(ROUNDS * 10)
})

test('a second process is refused while the first lives, and let in once it was killed', async () => {
  const holder = await runProcess(`process.stdout.write('open\\n'); process.stdin.resume()`)
  // Its end, should it fail, ends the waiting too.
  await Promise.race([once(holder.stdout, 'data'), once(holder, 'close')])
  await expect(openEmbedded({ directory, log: quiet })).rejects.toThrow(DirectoryInUseError)
  await expect(openEmbedded({ directory, log: quiet })).rejects.toThrow(
    `${directory} is in use by process ${holder.pid}`,
  )
  holder.kill('SIGKILL')
  await once(holder, 'close')
  expect(await readdir(join(directory, 'lock'))).toHaveLength(1)
  await (await openEmbedded({ directory, log: quiet })).close()
  expect(await readdir(join(directory, 'lock'))).toEqual([])
})

test('a write that the disk refuses is not acknowledged', async () => {
  const full = join(directory, 'disk-refuses')
  const preload = `import fs from 'node:fs'
    const { fsyncSync } = fs
    fs.fsyncSync = (fd) => {
      if (fs.existsSync(${JSON.stringify(full)})) throw Object.assign(new Error('EIO'), { code: 'EIO' })
      fsyncSync(fd)
    }`
  const child = await runProcess(
    `
    const { writeFileSync } = await import('node:fs')
    await db.pool.query('create table written (n int)')
    writeFileSync(${JSON.stringify(full)}, '')
    const say = (outcome) => process.stdout.write(outcome + '\\n')
    await db.pool.query('insert into written values (1)').then(() => say('acknowledged'), (e) => say(e.message))
    await db.pool.query('select 1').then(() => say('answered'), (e) => say(e.message))
    await db.close()`,
    '--import',
    `data:text/javascript,${encodeURIComponent(preload)}`,
  )
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) lines.push(line)
  expect(lines).toEqual([
    expect.stringMatching(/^could not fsync file .* I\/O error$/),
    expect.stringMatching(/^The embedded database stopped: PANIC: +could not fsync file/),
  ])
})
