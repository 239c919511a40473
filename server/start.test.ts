import { truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeWhenDone } from '../tests/runtime/close-when-done.ts'
import { newDataFolder } from '../tests/runtime/data-folder.ts'
import { startupErrorMessage } from '../tests/runtime/embedded-database.ts'
import { listen } from '../tests/runtime/listen.ts'
import { newKhateeb } from '../tests/runtime/people.ts'
import { urlOfRunningServer } from './database/embedded/running-server-url.ts'
import { openPostgres } from './database/postgres.ts'
import { start } from './start.ts'

const startWith = (env: Record<string, string>) => start({ LOG_LEVEL: 'silent', PORT: '0', ...env })
const startError = (env: Record<string, string>) => startupErrorMessage(startWith(env))

test("a server stores passwords as Argon2id hashes with OWASP's recommended cost", async () => {
  const DATA_DIR = await newDataFolder()
  const server = await startWith({ DATA_DIR })
  closeWhenDone(() => server.close())
  await newKhateeb(server.url)
  const database = openPostgres((await urlOfRunningServer(DATA_DIR)) ?? '', 1)
  closeWhenDone(() => database.close())
  expect(await database.db.selectFrom('people').select('password_hash').execute()).toEqual([
    { password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
  ])
})

test('a second server does not start on the same DATA_DIR, and prints a sentence that names the folder and the first process', async () => {
  const DATA_DIR = await newDataFolder()
  const first = await startWith({ DATA_DIR })
  closeWhenDone(() => first.close())
  expect(await startError({ DATA_DIR })).toMatch(
    `The embedded database in ${DATA_DIR} is in use by process ${process.pid}`,
  )
})

test('the server does not start with a corrupt database, and prints one line with PostgreSQL’s message', async () => {
  const DATA_DIR = await newDataFolder()
  const first = await startWith({ DATA_DIR })
  await first.close()
  await truncate(join(DATA_DIR, 'postgres', 'data', 'global', 'pg_control'), 100)
  expect(await startError({ DATA_DIR })).toMatch(/^PostgreSQL did not start: .*pg_control.*$/)
})

test('the server does not start with a taken port, an invalid setting or an unreachable database, and prints one sentence', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve))
  closeWhenDone(async () => taken.close())
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  expect(await startError({ DATA_DIR: await newDataFolder(), PORT: port })).toBe(
    `Port ${port} is in use: stop the program that listens on it, or set PORT to another port.`,
  )
  expect(await startError({ PORT: 'eighty' })).toBe(
    'PORT must be a whole number from 0 to 65535, but it is "eighty".',
  )
  expect(await startError({ DATABASE_URL: 'postgres://127.0.0.1:1/minbar' })).toMatch(
    'Cannot connect to the database in DATABASE_URL (connect ECONNREFUSED 127.0.0.1:1): start PostgreSQL, or correct the address in DATABASE_URL.',
  )
})

/** Starts a server that refuses each connection as PgBouncer does. Returns its URL. */
async function startRefusingPooler(message: string): Promise<string> {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`)
  const response = Buffer.alloc(5 + fields.length, 'E')
  response.writeInt32BE(4 + fields.length, 1)
  fields.copy(response, 5)
  const pooler = createServer((socket) => socket.once('data', () => socket.end(response)))
  return `postgres://owner:secret@127.0.0.1:${await listen(pooler)}/minbar`
}

test.each([
  ['unsupported startup parameter: statement_timeout', 'set DATABASE_POOLER to transaction.'],
  ['no such user: owner', 'correct the user and password in DATABASE_URL.'],
  ['SSL required', 'add sslmode=verify-full to DATABASE_URL.'],
  [
    'no such database: minbar',
    'add the database to the [databases] of the pooler, or correct its name in DATABASE_URL.',
  ],
])('the server does not start if PgBouncer says “%s”, and prints what to do', async (message, advice) => {
  expect(await startError({ DATABASE_URL: await startRefusingPooler(message) })).toBe(
    `Cannot connect to the database in DATABASE_URL (${message}): ${advice}`,
  )
})

test.each(['192.0.2.1', 'minbar.invalid'])(
  'the server does not start if HOST is %s, and prints one sentence',
  async (HOST) => {
    expect(await startError({ DATA_DIR: await newDataFolder(), HOST })).toMatch(
      `HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, but it is "${HOST}".`,
    )
  },
)

test('the server does not start if DATA_DIR is a file or inside a file, and prints one sentence', async () => {
  const file = join(await newDataFolder(), 'file')
  await writeFile(file, '')
  for (const DATA_DIR of [file, join(file, 'data')]) {
    expect(await startError({ DATA_DIR })).toBe(
      `Cannot write to ${DATA_DIR}: set DATA_DIR to a folder of your own.`,
    )
  }
})
