import fc from 'fast-check'
import { sql } from 'kysely'
import * as assignmentCalls from '../../../contract/assignments.ts'
import { CallFailed } from '../../../contract/client.ts'
import { deleteAccount } from '../../../contract/identity.ts'
import { addKhutbah, getMyKhutbahs, removeSlot } from '../../../contract/khutbahs.ts'
import { getMasjid, getUser, updateMasjid, updateUser } from '../../../contract/own-records.ts'
import * as proposals from '../../../contract/proposals.ts'
import { moveSlot } from '../../../contract/slot-moves.ts'
import { runOperatorCommand } from '../../../server/identity/operator-command.ts'
import { clientOf } from '../../runtime/app.ts'
import { password } from '../../runtime/people.ts'
import { openTestSession } from '../../runtime/session.ts'
import { actsOnSeveralSlots } from './acts-on-several.ts'
import { type ActContext, chooseItem, dateToPost, type Party, slotsOf, times, type World } from './world.ts'

/** One act on one day of the year. `masjid`, `khateeb` and `choice` are numbers that choose a party, and a slot or proposal. */
export interface Act {
  readonly kind: keyof typeof acts
  /** The number of days since the previous act. */
  readonly days: number
  readonly masjid: number
  readonly khateeb: number
  readonly choice: number
  /** Whether letters wait after the act, as in an outage of the mail server. Later acts may make them outdated. */
  readonly lettersWait: boolean
}

/** ZIPs in different time zones. Three of the zones have no daylight saving time. */
const zips = ['48126', '60601', '85004', '96813', '99503', '00901']

const invitesOf = async ({ khateeb: { client } }: ActContext) =>
  (await client.call(getUser, { uid: 'me' })).invites

const acts = {
  ...actsOnSeveralSlots,
  async post(it: ActContext) {
    const posted = [chooseItem(times, it.choice) ?? '', chooseItem(times, it.choice + 3) ?? '']
    await it.masjid.client.call(addKhutbah, { masjidUid: 'me', date: dateToPost(it), times: posted })
  },
  async request(it: ActContext) {
    const slot = chooseItem(await slotsOf(it), it.choice)
    if (slot === undefined) return
    const { slotId } = slot
    await it.khateeb.client.call(proposals.requestToLead, {
      khateebId: 'me',
      slotId,
      masjidUid: it.masjid.uid,
    })
  },
  async invite(it: ActContext) {
    const slot = chooseItem(await slotsOf(it), it.choice)
    if (slot === undefined) return
    const { slotId } = slot
    await it.masjid.client.call(proposals.inviteToLead, {
      masjidUid: 'me',
      slotId,
      khateebUid: it.khateeb.uid,
    })
  },
  /**
   * A khateeb withdraws or is removed, and is confirmed again at once by the side that ended the assignment. If an earlier act has already
   * confirmed a khateeb again for a slot, this act only ends that second assignment.
   */
  async endAndConfirmAgain({ world: { app, masjids, khateebs, now }, choice }: ActContext) {
    const assignments = await app.database.db
      .selectFrom('assignments as a')
      .where('a.ended_at', 'is', null)
      .where('a.starts_at', '>', now)
      .orderBy('a.starts_at')
      .select(['a.slot_id as slotId', 'a.masjid_uid as masjidUid', 'a.khateeb_uid as khateebUid'])
      .select(
        sql<boolean>`exists (select from assignments e
          where e.slot_id = a.slot_id and e.khateeb_uid = a.khateeb_uid and e.ended_at is not null)`.as(
          'isSecond',
        ),
      )
      .execute()
    const ofWorld = assignments.flatMap((it) => {
      const masjid = masjids.find(({ uid }) => uid === it.masjidUid)
      const khateeb = khateebs.find(({ uid }) => uid === it.khateebUid)
      return !masjid || !khateeb || isAbsent(masjid) || isAbsent(khateeb) ? [] : [{ ...it, masjid, khateeb }]
    })
    const chosen = ofWorld.find(({ isSecond }) => isSecond) ?? chooseItem(ofWorld, choice)
    if (chosen === undefined) return
    const { slotId, masjidUid, khateebUid, isSecond } = chosen
    const masjid = chosen.masjid.client
    const khateeb = chosen.khateeb.client
    if (choice % 2 === 0) {
      await masjid.call(assignmentCalls.removeKhateeb, { masjidUid: 'me', slotId })
      if (isSecond) return
      await khateeb.call(proposals.requestToLead, { khateebId: 'me', slotId, masjidUid })
      await masjid.call(proposals.approveRequest, { masjidUid: 'me', slotId, requesterId: khateebUid })
    } else {
      const slot = { khateebUid: 'me', slotId, masjidUid }
      await khateeb.call(assignmentCalls.withdrawKhateeb, { ...slot, reason: 'A journey.' })
      if (isSecond) return
      await masjid.call(proposals.inviteToLead, { masjidUid: 'me', slotId, khateebUid })
      await khateeb.call(proposals.acceptInvite, slot)
    }
  },
  approve: (it: ActContext) => decideRequest(it, proposals.approveRequest),
  rejectRequest: (it: ActContext) => decideRequest(it, proposals.rejectRequest),
  accept: (it: ActContext) => decideInvite(it, proposals.acceptInvite),
  rejectInvite: (it: ActContext) => decideInvite(it, proposals.rejectInvite),
  async revokeInvite(it: ActContext) {
    const { sentInvites } = await it.masjid.client.call(getMasjid, { uid: 'me' })
    const invite = chooseItem(sentInvites, it.choice)
    if (invite === undefined) return
    const { slotId, khateebUid } = invite
    await it.masjid.client.call(proposals.revokeInvite, { masjidUid: 'me', slotId, khateebUid })
  },
  async revokeRequest(it: ActContext) {
    const { sentRequests } = await it.khateeb.client.call(getUser, { uid: 'me' })
    const request = chooseItem(sentRequests, it.choice)
    if (request === undefined) return
    const { slotId, masjidUid } = request
    await it.khateeb.client.call(proposals.revokeSentRequest, { khateebUid: 'me', slotId, masjidUid })
  },
  async withdraw(it: ActContext) {
    const confirmed = chooseItem(await it.khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' }), it.choice)
    if (confirmed === undefined) return
    const { slotId, masjidUid } = confirmed
    const slot = { khateebUid: 'me', slotId, masjidUid, reason: 'A journey.' }
    await it.khateeb.client.call(assignmentCalls.withdrawKhateeb, slot)
  },
  async removeKhateeb(it: ActContext) {
    const slot = chooseItem(
      (await slotsOf(it)).filter(({ khateebUid }) => khateebUid !== null),
      it.choice,
    )
    if (slot === undefined) return
    await it.masjid.client.call(assignmentCalls.removeKhateeb, { masjidUid: 'me', slotId: slot.slotId })
  },
  async removeSlot(it: ActContext) {
    const slot = chooseItem(await slotsOf(it), it.choice)
    if (slot === undefined) return
    await it.masjid.client.call(removeSlot, { masjidUid: 'me', slotId: slot.slotId })
  },
  async moveSlot(it: ActContext) {
    const slot = chooseItem(await slotsOf(it), it.choice)
    if (slot === undefined) return
    const toDate = it.choice % 2 === 0 ? slot.date : dateToPost(it)
    // Move the slot within its hour, or to another time. On some dates, the clocks skip the new time.
    const near = `${slot.time.time.slice(0, 3)}${slot.time.time.endsWith('00') ? '10' : '00'}`
    const toTime = it.choice % 4 === 0 ? near : (chooseItem(times, it.choice) ?? '')
    await it.masjid.client.call(moveSlot, { masjidUid: 'me', slotId: slot.slotId, toDate, toTime })
  },
  async confirmAgain(it: ActContext) {
    const confirmed = await it.khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })
    const moved = confirmed.find(({ awaitsReconfirmation }) => awaitsReconfirmation)
    if (moved === undefined) return
    const { slotId, masjidUid, startsAt: seenStart } = moved
    const slot = { khateebUid: 'me', slotId, masjidUid, seenStart }
    await it.khateeb.client.call(assignmentCalls.reconfirmKhateeb, slot)
  },
  async moveMasjid({ masjid: { client }, choice }: ActContext) {
    await client.call(updateMasjid, { uid: 'me', zipCode: chooseItem(zips, choice) ?? '' })
  },
  async changeAddress({ masjid: { client }, choice }: ActContext) {
    await client.call(updateMasjid, { uid: 'me', masjidAddress: `${choice} Elm Street` })
  },
  async renameMasjid({ masjid: { client }, choice }: ActContext) {
    await client.call(updateMasjid, { uid: 'me', masjidName: `Masjid ${choice}` })
  },
  async renameKhateeb({ khateeb: { client }, choice }: ActContext) {
    await client.call(updateUser, { uid: 'me', lastName: `Khan ${choice}` })
  },
  suspendMasjid: ({ world, masjid }: ActContext) => setSuspended(world, masjid, true),
  suspendKhateeb: ({ world, khateeb }: ActContext) => setSuspended(world, khateeb, true),
  async restoreAll({ world }: ActContext) {
    for (const party of parties(world)) if (party.suspended) await setSuspended(world, party, false)
  },
  deleteMasjid: ({ masjid }: ActContext) => deleteParty(masjid),
  deleteKhateeb: ({ khateeb }: ActContext) => deleteParty(khateeb),
}

export const parties = ({ masjids, khateebs }: World): readonly Party[] => [...masjids, ...khateebs]

/** How often each act is chosen, relative to the other acts. */
const weights: Readonly<Record<keyof typeof acts, number>> = {
  post: 14,
  request: 14,
  invite: 14,
  approve: 24,
  accept: 24,
  rejectRequest: 2,
  rejectInvite: 2,
  revokeInvite: 2,
  revokeRequest: 2,
  withdraw: 8,
  removeKhateeb: 8,
  removeSlot: 3,
  moveSlot: 6,
  moveSlots: 4,
  removeSlots: 2,
  inviteKhateebs: 8,
  requestSlots: 8,
  describeSlots: 2,
  savePlan: 3,
  postPlanned: 2,
  nameTopic: 2,
  hideName: 2,
  confirmAgain: 3,
  endAndConfirmAgain: 12,
  moveMasjid: 3,
  changeAddress: 2,
  renameMasjid: 2,
  renameKhateeb: 2,
  suspendMasjid: 1,
  suspendKhateeb: 1,
  restoreAll: 5,
  deleteMasjid: 1,
  deleteKhateeb: 1,
}

const weightedKinds = Object.entries(weights).flatMap(([kind, weight]) => {
  if (!isKind(kind)) throw new Error(kind)
  return Array.from({ length: weight }, () => kind)
})

function isKind(kind: string): kind is Act['kind'] {
  return kind in acts
}

export const actGenerator: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...weightedKinds),
  days: fc.integer({ min: 0, max: 12 }),
  masjid: fc.nat(1),
  khateeb: fc.nat(2),
  choice: fc.nat(60),
  lettersWait: fc.boolean(),
})

const isAbsent = (party: Party) => party.deleted || party.suspended

/** Performs an act, unless its masjid or khateeb is suspended or deleted. The server may refuse the act. */
export async function performAct(world: World, { kind, masjid, khateeb, choice }: Act): Promise<void> {
  const [at, by] = [world.masjids[masjid], world.khateebs[khateeb]]
  if (at === undefined || by === undefined) throw new Error('No such party')
  if (kind !== 'restoreAll' && (isAbsent(at) || isAbsent(by))) return
  try {
    await acts[kind]({ world, masjid: at, khateeb: by, choice })
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status >= 500) throw error
  }
}

/** Returns the parties that can act: first the chosen party and the parties after it, then the parties before it. */
const presentPartiesFrom = (chosen: Party, all: readonly Party[]) =>
  [...all.slice(all.indexOf(chosen)), ...all.slice(0, all.indexOf(chosen))].filter((it) => !isAbsent(it))

/**
 * Decides a request at the first masjid that has requests. If only the chosen masjid decided, few khateebs would be confirmed in a year.
 */
async function decideRequest(
  { world, masjid, choice }: ActContext,
  decision: typeof proposals.approveRequest,
): Promise<void> {
  for (const { client } of presentPartiesFrom(masjid, world.masjids)) {
    const { requests } = await client.call(getMasjid, { uid: 'me' })
    const request = chooseItem(requests, choice)
    if (request === undefined) continue
    const { slotId, requesterId } = request
    await client.call(decision, { masjidUid: 'me', slotId, requesterId })
    return
  }
}

async function decideInvite(it: ActContext, decision: typeof proposals.acceptInvite): Promise<void> {
  for (const khateeb of presentPartiesFrom(it.khateeb, it.world.khateebs)) {
    const invite = chooseItem(await invitesOf({ ...it, khateeb }), it.choice)
    if (invite === undefined) continue
    const { slotId, masjidUid } = invite
    await khateeb.client.call(decision, { khateebUid: 'me', slotId, masjidUid })
    return
  }
}

async function setSuspended({ app }: World, party: Party, on: boolean): Promise<void> {
  await app.database.transaction((tx) => runOperatorCommand(tx, { uid: party.uid }, { kind: 'suspend', on }))
  party.suspended = on
  // The suspension has ended the party's sessions, so open a new one.
  if (!on) party.client = clientOf(app.baseUrl, await openTestSession(app.database, party.uid))
}

async function deleteParty(party: Party): Promise<void> {
  await party.client.call(deleteAccount, { password })
  party.deleted = true
}
