import { sql } from 'kysely'
import * as assignmentCalls from '../../contract/assignments.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { getMasjid } from '../../contract/own-records.ts'
import * as contract from '../../contract/proposals.ts'
import { moveSlot, previewMove } from '../../contract/slot-moves.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import type { Database } from '../../server/database/database.ts'
import { kindsThatOnlyUpdateEvents } from '../../server/letters/content/news-kinds.ts'
import { unfoldedLetters } from './letters-and-digest-items.ts'
import { newKhateeb, newMasjid, type TestAccount } from './people.ts'

/** The fields that identify a slot in a call. */
export interface Slot {
  readonly masjidUid: string
  readonly khutbahDate: string
  readonly khutbahTime: string
}

/** Returns the fields that identify a masjid's slot. */
export function slotOf(masjid: Pick<TestAccount, 'uid'>, khutbahDate: string, khutbahTime: string): Slot {
  return { masjidUid: masjid.uid, khutbahDate, khutbahTime }
}

const day = 24 * 60 * 60 * 1_000

/** A Friday in December, when the US has no daylight saving time. It is 60 days to 14 months ahead, so that slots can be posted. */
export const friday = firstFridayOfDecember(new Date(Date.now() + 60 * day))

/** Returns the next date, from `from` on, that is the first Friday of a December. */
function firstFridayOfDecember(from: Date): string {
  const december = new Date(Date.UTC(from.getUTCFullYear(), 11, 1))
  const first = new Date(december.getTime() + ((12 - december.getUTCDay()) % 7) * day)
  if (first >= from) return first.toISOString().slice(0, 10)
  return firstFridayOfDecember(new Date(Date.UTC(from.getUTCFullYear() + 1, 0, 1)))
}

/** Returns the Friday `weeks` weeks after `friday`. */
export function fridayAfter(weeks: number): string {
  return addDays(friday, 7 * weeks)
}

/**
 * The Friday 26 weeks before `friday`, in June, when most of the US has daylight saving time. A test that stops the clock on a fixed date
 * would fail in a later year, because slots can be posted at most two years ahead. So stop the clock on this date, if the test uses
 * `friday`.
 */
export const fridayInJune = fridayAfter(-26)

/** The day after `fridayInJune`. */
export const saturdayInJune = addDays(fridayInJune, 1)

/**
 * An instant on a Monday, 32 days before `friday`. Tests of weekly plans stop the clock there: on a Friday, the services of the day may be
 * past, and then a plan posts fewer slots.
 */
export const mondayInstant = new Date(Date.parse(`${friday}T15:00:00Z`) - 32 * day).toISOString()

/** The masjid posts a slot. Returns the fields that identify it. */
export async function postSlot(
  masjid: TestAccount,
  khutbahTime = '13:00',
  khutbahDate = friday,
): Promise<Slot> {
  await masjid.client.call(addKhutbah, { masjidUid: 'me', date: khutbahDate, times: [khutbahTime] })
  return slotOf(masjid, khutbahDate, khutbahTime)
}

export function requestSlot(khateeb: TestAccount, slot: Slot) {
  return khateeb.client.call(contract.requestToLead, { khateebId: 'me', ...slot })
}

export function inviteKhateeb(masjid: TestAccount, khateeb: TestAccount, slot: Slot) {
  return masjid.client.call(contract.inviteToLead, { khateebUid: khateeb.uid, ...slot })
}

/** The masjid approves the khateeb's request for its slot. */
export function approveKhateeb(masjid: TestAccount, khateeb: TestAccount, slot: Slot) {
  return masjid.client.call(contract.approveRequest, { requesterId: khateeb.uid, ...slot })
}

/** The khateeb requests the slot, and the masjid approves it. */
export async function confirmKhateeb(masjid: TestAccount, khateeb: TestAccount, slot: Slot): Promise<void> {
  await requestSlot(khateeb, slot)
  await approveKhateeb(masjid, khateeb, slot)
}

/** Confirms a khateeb for a slot: the masjid invites the khateeb, and he accepts. */
export async function confirmByInvite(masjid: TestAccount, khateeb: TestAccount, slot: Slot): Promise<void> {
  await inviteKhateeb(masjid, khateeb, slot)
  await acceptInviteTo(khateeb, slot)
}

/** The masjid rejects the khateeb's request for its slot. */
export function rejectKhateeb(masjid: TestAccount, khateeb: TestAccount, slot: Slot) {
  return masjid.client.call(contract.rejectRequest, { requesterId: khateeb.uid, ...slot })
}

export function revokeInviteOf(masjid: TestAccount, khateeb: TestAccount, slot: Slot) {
  return masjid.client.call(contract.revokeInvite, { khateebUid: khateeb.uid, ...slot })
}

export function revokeRequest(khateeb: TestAccount, slot: Slot) {
  return khateeb.client.call(contract.revokeSentRequest, { khateebUid: 'me', ...slot })
}

export function acceptInviteTo(khateeb: TestAccount, slot: Slot) {
  return khateeb.client.call(contract.acceptInvite, { khateebUid: 'me', ...slot })
}

export function rejectInviteTo(khateeb: TestAccount, slot: Slot) {
  return khateeb.client.call(contract.rejectInvite, { khateebUid: 'me', ...slot })
}

/** The confirmed khateeb withdraws from the slot. */
export function withdrawFrom(khateeb: TestAccount, slot: Slot, reason = 'A journey.') {
  return khateeb.client.call(assignmentCalls.withdrawKhateeb, { khateebUid: 'me', ...slot, reason })
}

/** The masjid removes the confirmed khateeb from the slot. */
export function removeKhateebFrom(masjid: TestAccount, slot: Slot) {
  return masjid.client.call(assignmentCalls.removeKhateeb, slot)
}

/** The masjid moves its slot, by default on the same date. */
export function moveSlotTo(masjid: TestAccount, slot: Slot, toTime: string, toDate = slot.khutbahDate) {
  return masjid.client.call(moveSlot, { ...slot, toDate, toTime })
}

/** Returns the consequences of the move that `moveSlotTo` makes. */
export async function previewMoveTo(
  masjid: TestAccount,
  slot: Slot,
  toTime: string,
  toDate = slot.khutbahDate,
) {
  const { slotId } = await slotSeenBy(masjid, slot)
  return masjid.client.call(previewMove, { uid: 'me', slotId, toDate, toTime })
}

/** Returns the slot as the masjid's own record shows it. Throws if the slot is not posted. */
export async function slotSeenBy(masjid: TestAccount, slot: Slot) {
  const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
  const khutbah = khutbahs.find((it) => it.date === slot.khutbahDate)
  const found = khutbah?.times.find((it) => it.time.time === slot.khutbahTime)
  if (found === undefined) throw new Error(`${slot.khutbahDate} ${slot.khutbahTime} isn't posted`)
  return found
}

/**
 * Returns the queued letters, oldest first, as `kind to address`. A digest has one entry for each piece of its news. Leaves out `welcome`,
 * and news that only updates calendar events, which is queued for all members of a party, but sent only to members who got the event.
 */
export async function listQueuedLetters({ db }: Database): Promise<string[]> {
  const rows = await db
    .selectFrom(unfoldedLetters.as('l'))
    .where('kind', '!=', 'welcome')
    .where('kind', 'not in', kindsThatOnlyUpdateEvents)
    .where(sql<boolean>`props -> 'onlyUpdatesEvent' is null`)
    .orderBy('created_at')
    .orderBy('id')
    .orderBy('number')
    .select(sql<string>`kind || ' to ' || recipient`.as('letter'))
    .execute()
  return rows.map((it) => it.letter)
}

/** Signs up a masjid with three slots, and a khateeb who is confirmed for the first, requests the second and is invited to the third. */
export async function newPairWithSlots(baseUrl: string) {
  const [masjid, khateeb] = [await newMasjid(baseUrl), await newKhateeb(baseUrl)]
  const confirmedSlot = await postSlot(masjid)
  const requestedSlot = await postSlot(masjid, '14:00')
  const invitedSlot = await postSlot(masjid, '15:00')
  await requestSlot(khateeb, confirmedSlot)
  await approveKhateeb(masjid, khateeb, confirmedSlot)
  await requestSlot(khateeb, requestedSlot)
  await inviteKhateeb(masjid, khateeb, invitedSlot)
  return { masjid, khateeb, confirmedSlot, requestedSlot, invitedSlot }
}
