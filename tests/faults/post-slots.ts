import { randomUUID } from 'node:crypto'
import { CallFailed } from '../../contract/client.ts'
import { getMasjid } from '../../contract/directory.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { clientOf } from '../runtime/app.ts'
import type { Member } from '../runtime/insert-people.ts'

/** A slot of a masjid, as `YYYY-MM-DD HH:MM`. */
export type PostedSlot = string

/** Slots of the days to come, 24 a day, each of them once. */
export function* slotsToPost(): Generator<PostedSlot, never> {
  for (let day = 2; ; day += 1) {
    const date = new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10)
    for (let minute = 10; minute < 34; minute += 1) yield `${date} 13:${minute}`
  }
}

/** Posts a slot under an Idempotency-Key; rejects with CallFailed. */
export async function postSlot(
  baseUrl: string,
  { token }: Pick<Member, 'token'>,
  slot: PostedSlot,
  key: string = randomUUID(),
): Promise<{ readonly added: readonly string[] }> {
  const [date = '', time = ''] = slot.split(' ')
  return clientOf(baseUrl, token).call(addKhutbah, { masjidUid: 'me', date, times: [time] }, key)
}

/** The slots that a masjid has now. */
export async function slotsOf(
  baseUrl: string,
  { token }: Pick<Member, 'token'>,
): Promise<ReadonlySet<PostedSlot>> {
  const { khutbahs } = await clientOf(baseUrl, token).call(getMasjid, { uid: 'me' })
  return new Set(khutbahs.flatMap(({ date, times }) => times.map(({ time }) => `${date} ${time.time}`)))
}

/** The status of a call: 200, that of its failure, or 0 where it was not answered. */
export function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof CallFailed) return error.status
      throw error
    },
  )
}
