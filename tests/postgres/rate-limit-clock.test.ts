import { expect, test } from 'vitest'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { newKhateeb, password } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'

/** Seconds of the limit's window. */
const seconds = 300

/** Preloaded before the server's code; sets its clock an hour fast. */
const fastClock = `const { now } = Date; Date.now = () => now.call(Date) + 3_600_000`

const env = {
  DATABASE_URL: await newDatabase(),
  LIMIT_SIGN_IN: `3/${seconds}`,
}
const right = await startServer(env)
const preload = `data:text/javascript,${encodeURIComponent(fastClock)}`
const fast = await startServer({ ...env, NODE_OPTIONS: `--import=${preload}` })

function signIn(server: ServerProcess, email: string, tried: string): Promise<Response> {
  return fetch(`${server.url}/identity/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: tried }),
  })
}

async function lockOut(server: ServerProcess, email: string): Promise<void> {
  const statuses: number[] = []
  for (let time = 0; time < 4; time += 1) statuses.push((await signIn(server, email, 'guess')).status)
  expect(statuses).toEqual([401, 401, 401, 429])
}

const waitOf = (refused: Response) => Number(refused.headers.get('retry-after'))

test('a process with a fast clock locks an account for no longer than the window', async () => {
  const { email } = await newKhateeb(right.url)
  await lockOut(fast, email)
  const refused = await signIn(right, email, password)
  expect(refused.status).toBe(429)
  expect(waitOf(refused)).toBeLessThanOrEqual(seconds)
})

test('a process with a fast clock respects a lock set by another process', async () => {
  const { email } = await newKhateeb(right.url)
  await lockOut(right, email)
  const refused = await signIn(fast, email, password)
  expect(refused.status).toBe(429)
  expect(waitOf(refused)).toBeLessThanOrEqual(seconds)
})
