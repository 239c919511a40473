import { expect, test } from 'vitest'
import { type Client, createClient } from '../../contract/client.ts'
import { geocode } from '../../contract/places.ts'
import { createClientRetrier } from './retrying-client.ts'

const refusal = { status: 429, code: 'too_many_requests', retryAfter: '40' } as const
const unconfirmed = { status: 429, code: 'email_unconfirmed', retryAfter: '86400' } as const

/** A fake server that returns these responses in order, then 200. */
function serverOf(responses: readonly ('network' | typeof refusal | typeof unconfirmed)[]): {
  client: Client
  calls: () => number
} {
  let calls = 0
  const client = createClient({
    baseUrl: '',
    async fetch() {
      const response = responses[calls]
      calls += 1
      if (response === 'network') throw new Error('refused')
      if (response === undefined) return Response.json({ latitude: 1 })
      const { status, code, retryAfter } = response
      return Response.json({ code, error: 'Wait' }, { status, headers: { 'retry-after': retryAfter } })
    },
  })
  return { client, calls: () => calls }
}

/** A fake clock that advances only during `sleep`. */
function createFakeClock() {
  let time = 1_000_000
  const pauses: number[] = []
  const withRetries = createClientRetrier({
    now: () => time,
    onPause: (seconds) => pauses.push(seconds),
    async sleep(span) {
      const end = time + span
      await Promise.resolve()
      time = Math.max(time, end)
    },
  })
  return { withRetries, pauses, time: () => time - 1_000_000 }
}

const place = { zipCode: '48126' }

test('a retrying client repeats a call after the time of Retry-After', async () => {
  const { withRetries, pauses, time } = createFakeClock()
  const { client, calls } = serverOf([refusal, refusal])
  await expect(withRetries(client).call(geocode, place)).resolves.toEqual({ latitude: 1 })
  expect([calls(), time(), pauses]).toEqual([3, 80_000, [40, 40]])
})

test('concurrent calls of retrying clients share one pause, which is reported once', async () => {
  const { withRetries, pauses } = createFakeClock()
  const { client, calls } = serverOf([refusal, refusal, refusal])
  const retrying = withRetries(client)
  await Promise.all([1, 2, 3].map(() => retrying.call(geocode, place)))
  expect([calls(), pauses]).toEqual([6, [40]])
})

test('a call of a retrying client fails after 30 retries without a response', async () => {
  const { withRetries } = createFakeClock()
  await expect(
    withRetries(serverOf(['network', 'network']).client).call(geocode, place),
  ).resolves.toBeDefined()
  const gone = serverOf(Array.from({ length: 60 }, () => 'network' as const))
  await expect(withRetries(gone.client).call(geocode, place)).rejects.toMatchObject({ status: 0 })
  expect(gone.calls()).toBe(31)
})

test('a retrying client does not repeat a call that exceeds a daily limit', async () => {
  const { withRetries, pauses } = createFakeClock()
  const { client, calls } = serverOf([unconfirmed])
  await expect(withRetries(client).call(geocode, place)).rejects.toMatchObject({ code: 'email_unconfirmed' })
  expect([calls(), pauses]).toEqual([1, []])
})
