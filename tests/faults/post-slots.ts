import { randomUUID } from 'node:crypto'
import { CallFailed } from '../../contract/client.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { clientOf } from '../runtime/app.ts'
import type { InsertedAccount } from '../runtime/insert-people.ts'
import { repeatUntilStopped } from './repeat-until-stopped.ts'

/** A slot of a masjid, as `YYYY-MM-DD HH:MM`. */
export type DateAndTime = string

/** Generates distinct future slots, 24 a day. */
export function* slotsToPost(): Generator<DateAndTime, never> {
  for (let day = 2; ; day += 1) {
    const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10)
    for (let minute = 10; minute < 34; minute += 1) yield `${date} 13:${minute}`
  }
}

/** Posts a slot with an Idempotency-Key. Rejects with CallFailed. */
export async function postSlotWithKey(
  baseUrl: string,
  { token }: Pick<InsertedAccount, 'token'>,
  slot: DateAndTime,
  key: string = randomUUID(),
): Promise<{ readonly added: readonly string[] }> {
  const [date = '', time = ''] = slot.split(' ')
  return clientOf(baseUrl, token).call(addKhutbah, { masjidUid: 'me', date, times: [time] }, key)
}

/** Fetches the slots of a masjid. */
export async function slotsOf(
  baseUrl: string,
  { token }: Pick<InsertedAccount, 'token'>,
): Promise<ReadonlySet<DateAndTime>> {
  const { khutbahs } = await clientOf(baseUrl, token).call(getMasjid, { uid: 'me' })
  return new Set(khutbahs.flatMap(({ date, times }) => times.map(({ time }) => `${date} ${time.time}`)))
}

/** Returns the status of a call: 200, the status of its failure, or 0 without a response. */
export function statusOf(call: Promise<unknown>): Promise<number> {
  const succeeded = call.then(() => 200)
  return succeeded.catch((error: unknown) => {
    if (error instanceof CallFailed) return error.status
    throw error
  })
}

/** Creates a poster that posts slots of a masjid, and records which slots were acknowledged. */
export function createSlotPoster(
  baseUrl: string,
  masjid: Pick<InsertedAccount, 'token'>,
  slots: Iterator<DateAndTime, never> = slotsToPost(),
) {
  const statuses: number[] = []
  const acknowledged: DateAndTime[] = []
  async function post(): Promise<number> {
    const slot = slots.next().value
    const status = await statusOf(postSlotWithKey(baseUrl, masjid, slot))
    statuses.push(status)
    if (status === 200) acknowledged.push(slot)
    return status
  }
  return {
    statuses,
    acknowledged,
    /** Posts the next slot. Returns the status of the response. */
    post,
    /** Posts slots without a pause from several clients. The returned function ends the posting. */
    keepPosting: (clients?: number) => repeatUntilStopped(post, clients),
    /** Returns the acknowledged slots that a server does not show. By default, asks the server that acknowledged them. */
    async lost(shownBy = baseUrl) {
      const shown = await slotsOf(shownBy, masjid)
      return acknowledged.filter((slot) => !shown.has(slot))
    },
  }
}

export type SlotPoster = ReturnType<typeof createSlotPoster>
