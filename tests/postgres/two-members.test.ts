import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import * as assignmentCalls from '../../contract/assignments.ts'
import * as blockCalls from '../../contract/blocks.ts'
import { CallFailed, type Client } from '../../contract/client.ts'
import type { EarlierAct } from '../../contract/earlier-act.ts'
import { addKhutbah, removeSlot } from '../../contract/khutbahs.ts'
import { changeMemberRole, handOver, leaveMasjid, removeMember } from '../../contract/members.ts'
import * as contract from '../../contract/proposals.ts'
import { insertMember } from '../runtime/add-member.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { password } from '../runtime/people.ts'
import { insertSessionOfPerson } from '../runtime/session.ts'
import { friday } from '../runtime/slots.ts'
import { clientFor, startServerPair } from './race.ts'
import { setCheapPassword } from './racing-calls.ts'

// In these tests, one member's screen shows a state. Before that member acts, another member acts through another server.

const pair = await startServerPair()
const { database } = pair
const owner = await insertMasjid(database)
const aishaId = await insertMember(database.db, owner.uid, 'scheduler')
const aisha = { ...owner, personId: aishaId, token: (await insertSessionOfPerson(database, aishaId)).token }
const khateeb = await insertKhateeb(database)
const rival = await insertKhateeb(database)
await database.db.updateTable('people').set({ name: 'Aisha Rahman' }).where('id', '=', aishaId).execute()

/** The ids that a masjid's screen has loaded for a slot. The calls of the screen send these ids. */
interface SeenIds {
  readonly slotId: string
  readonly requestIds: ReadonlyMap<string, string>
  readonly assignmentId: string | null
}

type Act = (
  client: Client,
  seen: SeenIds,
) => Promise<{ readonly changed: boolean; readonly by?: EarlierAct | undefined }>

const slotOf = ({ slotId }: SeenIds) => ({ masjidUid: 'me', slotId })
const proposalOf = (seen: SeenIds, { uid }: InsertedAccount) => ({
  ...slotOf(seen),
  requestId: seen.requestIds.get(uid),
})

const actsAbout = (who: InsertedAccount, name: string): Record<string, Act> => ({
  [`approves ${name}`]: (client, seen) =>
    client.call(contract.approveRequest, { ...proposalOf(seen, who), requesterId: who.uid }),
  [`rejects ${name}`]: (client, seen) =>
    client.call(contract.rejectRequest, { ...proposalOf(seen, who), requesterId: who.uid }),
  [`invites ${name}`]: (client, seen) =>
    client.call(contract.inviteToLead, { ...slotOf(seen), khateebUid: who.uid }),
  [`revokes the invite to ${name}`]: (client, seen) =>
    client.call(contract.revokeInvite, { ...proposalOf(seen, who), khateebUid: who.uid }),
})

const acts: Readonly<Record<string, Act>> = {
  ...actsAbout(khateeb, 'a khateeb'),
  ...actsAbout(rival, 'a rival'),
  'removes the khateeb': (client, { slotId, assignmentId }) =>
    client.call(assignmentCalls.removeKhateeb, { masjidUid: 'me', slotId, assignmentId }),
  'removes the slot': (client, seen) =>
    client.call(removeSlot, {
      ...slotOf(seen),
      seenAssignments: seen.assignmentId === null ? [] : [seen.assignmentId],
    }),
  'blocks a khateeb': (client) =>
    client.call(blockCalls.blockAccount, { masjidUid: 'me', khateebUid: khateeb.uid }),
}

/** The events with which a response may report each act. A block has three, because it also rejects requests and revokes invites. */
const eventsByAct: Readonly<Record<string, readonly EarlierAct['event'][]>> = {
  approves: ['request_accepted'],
  rejects: ['request_rejected'],
  invites: ['invite_sent'],
  revokes: ['invite_revoked'],
  'removes the khateeb': ['khateeb_removed'],
  'removes the slot': ['slot_removed'],
  blocks: ['account_blocked', 'request_rejected', 'invite_revoked'],
}
const eventsOfAct = (name: string) =>
  Object.entries(eventsByAct).find(([act]) => name.startsWith(act))?.[1] ?? []

const slot = { masjidUid: owner.uid, khutbahDate: friday, khutbahTime: '13:00' }
const makeRequest = (who: InsertedAccount) =>
  clientFor(who, pair.urlOf(0)).call(contract.requestToLead, { khateebId: 'me', ...slot })
const makeInvite = (who: InsertedAccount) =>
  clientFor(owner, pair.urlOf(0)).call(contract.inviteToLead, { khateebUid: who.uid, ...slot })
const approveRequestOf = (who: InsertedAccount) =>
  clientFor(owner, pair.urlOf(0)).call(contract.approveRequest, { requesterId: who.uid, ...slot })

const states: Readonly<Record<string, () => Promise<unknown>>> = {
  open: async () => undefined,
  'with two requests': () => Promise.all([makeRequest(khateeb), makeRequest(rival)]),
  'with an invite and a request': () => Promise.all([makeInvite(khateeb), makeRequest(rival)]),
  filled: async () => {
    await makeRequest(khateeb)
    await approveRequestOf(khateeb)
  },
}

/** Sets up a state. Returns the ids that a screen would have loaded. */
async function setUp(state: string): Promise<SeenIds> {
  await pair.clear()
  const { slots } = await clientFor(owner, pair.urlOf(0)).call(addKhutbah, {
    masjidUid: 'me',
    date: friday,
    times: [slot.khutbahTime],
  })
  await states[state]?.()
  const slotId = slots[0]?.slotId ?? ''
  const { db } = database
  const proposals = await db.selectFrom('proposals').select(['id', 'khateeb_uid']).execute()
  const assignment = await db.selectFrom('assignments').select('id').executeTakeFirst()
  return {
    slotId,
    requestIds: new Map(proposals.map((it) => [it.khateeb_uid, it.id])),
    assignmentId: assignment?.id ?? null,
  }
}

/** Performs an act. Returns whether it changed something, and the earlier act that the response contains, if any. */
async function performAct(act: Act | undefined, member: InsertedAccount, turn: number, seen: SeenIds) {
  try {
    const { changed, by } = (await act?.(clientFor(member, pair.urlOf(turn)), seen)) ?? { changed: false }
    return { changed, by }
  } catch (error) {
    if (error instanceof CallFailed && (error.status === 404 || error.status === 409))
      return { changed: false, by: error.by }
    throw error
  }
}

describe.each(Object.keys(states))('for a slot in the state “%s”', (state) => {
  test.each(Object.entries(acts))(
    'if a call has no effect because a colleague %s, the response has the colleague’s name and the event',
    async (first, act) => {
      const faults: string[] = []
      for (const [second, laterAct] of Object.entries(acts)) {
        const alone = await performAct(laterAct, owner, 0, await setUp(state))
        // If both acts are the same, Aisha also repeats the act, as in another tab.
        for (const later of second === first ? [owner, aisha] : [owner]) {
          const seen = await setUp(state)
          // Aisha cannot do this act in this state, so there is nothing to test.
          if (!(await performAct(act, aisha, 0, seen)).changed) return
          const result = await performAct(laterAct, later, 1, seen)
          const isBecauseOfAisha = !result.changed && alone.changed
          const expected = {
            name: 'Aisha Rahman',
            isCaller: later === aisha,
            ...expectedAct(first, second, result.by),
          }
          if (isBecauseOfAisha && !isDeepStrictEqual(comparableAct(result.by), expected))
            faults.push(`${second}: ${JSON.stringify(result)}`)
          // Even without Aisha's act, some responses contain an earlier act: the act that set up the state.
          if (
            result.changed
              ? result.by
              : result.by && !alone.by && !isDeepStrictEqual(comparableAct(result.by), expected)
          )
            faults.push(`${second} anyway: ${JSON.stringify(result)}`)
        }
      }
      expect(faults).toEqual([])
    },
  )
})

/** Returns the expected description of the first act, which is Aisha's, in the response to the second act. */
function expectedAct(first: string, second: string, by: EarlierAct | undefined) {
  const event = eventsOfAct(first).find((it) => it === by?.event) ?? eventsOfAct(first)[0]
  // The response to a call about no khateeb, or about another khateeb, contains the name of the approved khateeb.
  const isAboutAnother = second === 'removes the slot' || first.includes('rival') !== second.includes('rival')
  const approved = first.includes('rival') ? rival.name : khateeb.name
  return { event, otherKhateeb: event === 'request_accepted' && isAboutAnother ? approved : null }
}

const actByAisha = { name: 'Aisha Rahman', isCaller: false, otherKhateeb: null }

const comparableAct = (by: EarlierAct | undefined) =>
  by && { name: by.name, isCaller: by.isCaller, event: by.event, otherKhateeb: by.otherKhateeb }

test('after a khateeb’s own act, the response to a member does not attribute the act to a member of the masjid', async () => {
  const seen = await setUp('with an invite and a request')
  await clientFor(khateeb, pair.urlOf(0)).call(contract.acceptInvite, { khateebUid: 'me', ...slot })
  for (const act of ['approves a rival', 'revokes the invite to a khateeb', 'invites a rival'])
    expect(await performAct(acts[act], owner, 1, seen)).toEqual({ changed: false, by: undefined })
})

test('if a khateeb has filled the slot by accepting an invite, the refusal of another invite does not name the member who had approved an earlier request', async () => {
  await setUp('with two requests')
  const [ofOwner, ofRival] = [clientFor(aisha, pair.urlOf(0)), clientFor(rival, pair.urlOf(0))]
  await ofOwner.call(contract.approveRequest, { requesterId: khateeb.uid, ...slot })
  await ofOwner.call(assignmentCalls.removeKhateeb, slot)
  await ofOwner.call(contract.inviteToLead, { khateebUid: rival.uid, ...slot })
  await ofRival.call(contract.acceptInvite, { khateebUid: 'me', ...slot })
  const again = clientFor(owner, pair.urlOf(1)).call(contract.inviteToLead, {
    khateebUid: khateeb.uid,
    ...slot,
  })
  await expect(again).rejects.toMatchObject({ code: 'slot_taken', by: undefined })
})

test('a refusal does not show a khateeb the names of the masjid’s members', async () => {
  await setUp('with two requests')
  await clientFor(aisha, pair.urlOf(0)).call(contract.approveRequest, { requesterId: rival.uid, ...slot })
  const ofKhateeb = clientFor(khateeb, pair.urlOf(1))
  const revoked = ofKhateeb.call(contract.revokeSentRequest, { khateebUid: 'me', ...slot })
  await expect(revoked).rejects.toMatchObject({ code: 'proposal_closed', by: undefined })
  const requested = ofKhateeb.call(contract.requestToLead, { khateebId: 'me', ...slot })
  await expect(requested).rejects.toMatchObject({ code: 'slot_taken', by: undefined })
})

/** Posts times on the Friday. */
const post = (times: readonly string[], member: InsertedAccount, turn: number) =>
  clientFor(member, pair.urlOf(turn)).call(addKhutbah, { masjidUid: 'me', date: friday, times: [...times] })

describe('a call that another member has already made', () => {
  test('the response to a member who posts a colleague’s times again has the colleague’s name, unless one time is new', async () => {
    await pair.clear()
    await post(['08:00'], owner, 0)
    expect((await post(['09:00', '10:00'], aisha, 0)).by).toBeUndefined()
    const again = await post(['08:00', '10:00'], owner, 1)
    expect(again).toMatchObject({ added: [], existing: ['08:00', '10:00'] })
    expect(comparableAct(again.by)).toEqual({ ...actByAisha, event: 'slot_posted' })
    expect(comparableAct((await post(['08:00'], aisha, 1)).by)).toMatchObject({
      name: owner.email,
      isCaller: false,
    })
    expect((await post(['10:00', '11:00'], owner, 1)).by).toBeUndefined()
  })

  test('if a colleague has already unblocked a khateeb, the response to a member who unblocks him has the colleague’s name', async () => {
    await pair.clear()
    const pairOf = { masjidUid: 'me', khateebUid: khateeb.uid }
    await clientFor(aisha, pair.urlOf(0)).call(blockCalls.blockAccount, pairOf)
    await clientFor(aisha, pair.urlOf(0)).call(blockCalls.unblockAccount, pairOf)
    const again = await clientFor(owner, pair.urlOf(1)).call(blockCalls.unblockAccount, pairOf)
    expect(comparableAct(again.by)).toEqual({ ...actByAisha, event: 'account_unblocked' })
  })

  test('the response to a repeated block names the member who blocked first, even if the khateeb then blocked the masjid', async () => {
    await pair.clear()
    const pairOf = { masjidUid: owner.uid, khateebUid: khateeb.uid }
    await clientFor(aisha, pair.urlOf(0)).call(blockCalls.blockAccount, pairOf)
    const ofKhateeb = clientFor(khateeb, pair.urlOf(0))
    expect(await ofKhateeb.call(blockCalls.blockAccount, pairOf)).toMatchObject({ changed: true })
    const again = await clientFor(owner, pair.urlOf(1)).call(blockCalls.blockAccount, pairOf)
    expect(comparableAct(again.by)).toEqual({ ...actByAisha, event: 'account_blocked' })
    const toKhateeb = await ofKhateeb.call(blockCalls.blockAccount, pairOf)
    expect(toKhateeb).toEqual({ changed: false, closed: [] })
  })
})

/** Inserts another member of the masjid, with a name and a password. */
async function newColleague(role: 'owner' | 'viewer', name: string): Promise<InsertedAccount> {
  const personId = await insertMember(database.db, owner.uid, role)
  await database.db.updateTable('people').set({ name }).where('id', '=', personId).execute()
  const member = { ...owner, personId, token: (await insertSessionOfPerson(database, personId)).token }
  await setCheapPassword(database, member)
  return member
}

describe('an owner’s call that another owner has already made', () => {
  const byOmar = { name: 'Omar Aziz', isCaller: false, otherKhateeb: null }
  let omar: InsertedAccount
  let ofOwner: Client
  let ofOmar: Client

  beforeAll(async () => {
    await setCheapPassword(database, owner)
    omar = await newColleague('owner', 'Omar Aziz')
    ofOwner = clientFor(owner, pair.urlOf(1))
    ofOmar = clientFor(omar, pair.urlOf(0))
  })

  test('the response to a repeated change of a role names the owner who made the change', async () => {
    const { personId } = await newColleague('viewer', 'Bilal Khan')
    const change = { personId, memberRole: 'scheduler', password } as const
    // The member has had this role from the start.
    expect(await ofOmar.call(changeMemberRole, { ...change, memberRole: 'viewer' })).toEqual({
      changed: false,
    })
    expect(await ofOmar.call(changeMemberRole, change)).toEqual({ changed: true })
    const again = await ofOwner.call(changeMemberRole, change)
    expect(again.changed).toBe(false)
    expect(comparableAct(again.by)).toEqual({ ...byOmar, event: 'member_role_changed' })
  })

  test('a call about a member whom another owner has removed is refused with the name of that owner', async () => {
    const { personId } = await newColleague('viewer', 'Bilal Khan')
    await ofOmar.call(removeMember, { personId, password })
    for (const late of [
      () => ofOwner.call(removeMember, { personId, password }),
      () => ofOwner.call(changeMemberRole, { personId, memberRole: 'owner', password }),
      () => ofOwner.call(handOver, { personId, stay: true, password }),
    ])
      await expect(late()).rejects.toMatchObject({
        status: 404,
        by: { ...byOmar, event: 'member_removed' },
      })
  })

  test('the response to an owner who removes a former member says that the member has left', async () => {
    const member = await newColleague('viewer', 'Bilal Khan')
    await clientFor(member, pair.urlOf(0)).call(leaveMasjid, { password })
    const late = ofOwner.call(removeMember, { personId: member.personId, password })
    // The account is deleted, so it has no name.
    await expect(late).rejects.toMatchObject({ status: 404, by: { event: 'member_left', name: null } })
  })

  test('the refusal to remove a person who was never a member names no other owner', async () => {
    const late = ofOwner.call(removeMember, { personId: khateeb.personId, password })
    await expect(late).rejects.toMatchObject({ status: 404, by: undefined })
  })
})
