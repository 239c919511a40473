import { expect, test } from 'vitest'
import { median } from '../../bench/report.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import { comparableText } from '../api/raw-call.ts'
import { newKhateeb } from '../runtime/people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { sendRawRequest } from '../runtime/send-request.ts'
import { startServer } from '../runtime/server-process.ts'

const server = await startServer({ DATABASE_URL: await newDatabase() })
const khateeb = await newKhateeb(server.url)

const pairs = 1_000
const unknownEmail = 'nobody@oracle.minbar.example'

type TimedCall = Awaited<ReturnType<typeof timeCall>>

/** Makes a call. Returns its response, and its duration in milliseconds. */
async function timeCall(url: string, body: object) {
  const begun = performance.now()
  const response = await sendRawRequest(server.url, { url, body })
  return { response: comparableText(response), took: performance.now() - begun }
}

/** Calls with known and unknown email addresses alternate, so that a slow machine affects both equally. */
test.for([
  ['sign-in', '/identity/sign_in', { password: 'not-the-password' }, 1],
  // The server responds to each reset only after a fixed time, so several calls run concurrently.
  ['reset', '/identity/send_password_reset', {}, 4],
] as const)(
  '%s responds to known and unknown email addresses with the same text and in the same time',
  { timeout: 20 * 60_000 },
  async ([name, path, rest, atOnce], { task }) => {
    const known: TimedCall[] = []
    const unknown: TimedCall[] = []
    async function callInTurn(): Promise<void> {
      for (let pair = 0; pair < pairs / atOnce; pair += 1) {
        known.push(await timeCall(path, { email: khateeb.email, ...rest }))
        unknown.push(await timeCall(path, { email: unknownEmail, ...rest }))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, callInTurn))
    expect(new Set([...known, ...unknown].map((it) => it.response)).size).toBe(1)
    const [one, other] = [known, unknown].map((them) => median(them.map((it) => it.took)))
    recordMeasurement(task, {
      name: `${name}: difference of the medians of ${pairs} pairs`,
      measured: Math.abs((one ?? Number.NaN) - (other ?? Number.NaN)),
      unit: 'ms',
      atMost: 5,
    })
  },
)
