import type { Client } from '../../../contract/client.ts'
import { getMasjid } from '../../../contract/own-records.ts'
import type { TestApp } from '../../runtime/app.ts'
import type { TestAccount } from '../../runtime/people.ts'

export interface Party extends Omit<TestAccount, 'client'> {
  readonly role: 'khateeb' | 'masjid'
  client: Client
  suspended: boolean
  deleted: boolean
}

export interface World {
  readonly app: TestApp
  readonly masjids: readonly Party[]
  readonly khateebs: readonly Party[]
  now: Date
}

export interface ActContext {
  readonly world: World
  readonly masjid: Party
  readonly khateeb: Party
  readonly choice: number
}

const day = 24 * 60 * 60 * 1_000

/** Slot times. Some are near midnight, in the hour that the clocks skip in spring, or in the hour that the clocks repeat in fall. */
export const times = ['13:00', '13:30', '14:00', '00:15', '01:30', '02:30', '23:45']

/** Returns a date for a new slot: sometimes the next Sunday on which the clocks change, otherwise a Friday. */
export function dateToPost({ world: { now }, choice }: ActContext): string {
  const change = ['2027-03-14', '2027-11-07'].find((it) => Date.parse(it) - now.getTime() > 2 * day)
  if (choice % 3 === 0 && change !== undefined) return change
  const friday = now.getTime() + ((12 - now.getUTCDay()) % 7) * day
  return new Date(friday + (1 + (choice % 6)) * 7 * day).toISOString().slice(0, 10)
}

/** Returns the item that `choice` selects. Undefined if there are no items. */
export const chooseItem = <Item>(items: readonly Item[], choice: number): Item | undefined =>
  items[choice % items.length]

export const slotsOf = async ({ masjid: { client } }: ActContext) =>
  (await client.call(getMasjid, { uid: 'me' })).khutbahs.flatMap(({ date, times: all }) =>
    all.map((it) => ({ ...it, date })),
  )
