import { beforeEach, describe, expect, test } from 'vitest'
import { askForApproval, changeApprovedOnly } from '../../contract/our-khateebs.ts'
import { databaseNow, type Tx } from '../../server/database/database.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid } from '../runtime/insert-people.ts'
import { friday, type Slot } from '../runtime/slots.ts'
import { expectConsistency, outboxLetters, startServerPair } from './race.ts'
import {
  callOf,
  callsAbout,
  deleteAccountCall,
  expireAllProposals,
  setCheapPassword,
} from './racing-calls.ts'

const pair = await startServerPair()

let masjid: InsertedAccount
let khateeb: InsertedAccount
let slot: Slot
let calls: ReturnType<typeof callsAbout>
beforeEach(async () => {
  await pair.clear()
  masjid = await insertMasjid(pair.database)
  khateeb = await insertKhateeb(pair.database)
  await setCheapPassword(pair.database, masjid)
  slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime: '13:00' }
  calls = callsAbout(slot, masjid, khateeb)
  await pair.callInOrder(calls.posts)
})

const lockSlot = (tx: Tx) =>
  tx.selectFrom('slots').where('masjid_uid', '=', masjid.uid).select('id').forUpdate().execute()

describe.each(['blocksMasjid', 'blocksKhateeb'] as const)(
  'the call %s succeeds and leaves no pending proposal',
  (blocks) => {
    test('while the slot of a request is being removed', async () => {
      await pair.callInOrder(calls.requests)
      const outcomes = await pair.queueBehind(lockSlot, calls.removesSlot, calls[blocks])
      expect(outcomes).toEqual(['changed', 'changed'])
      expect(await outboxLetters(pair)).toEqual([
        `request_received to ${masjid.email}`,
        `slot_removed to ${khateeb.email}`,
      ])
      await expectConsistency(pair)
    })

    test('while another khateeb is being approved for the slot of an invite', async () => {
      const rival = callsAbout(slot, masjid, await insertKhateeb(pair.database))
      await pair.callInOrder(calls.invites, rival.requests)
      const outcomes = await pair.queueBehind(lockSlot, rival.approvesRequest, calls[blocks])
      expect(outcomes).toEqual(['changed', 'changed'])
      expect(await outboxLetters(pair)).toContain(`rival_confirmed to ${khateeb.email}`)
      await expectConsistency(pair)
    })

    test('while a request expires', async () => {
      await pair.callInOrder(calls.requests)
      expect(await pair.queueBehind(expireAllProposals, calls[blocks])).toEqual(['changed'])
      expect(await outboxLetters(pair)).toEqual([`request_received to ${masjid.email}`])
      await expectConsistency(pair)
    })
  },
)

test('a khateeb cannot block a masjid whose account is being deleted', async () => {
  const outcomes = await pair.queueBehind(lockSlot, deleteAccountCall(masjid), calls.blocksMasjid)
  expect(outcomes).toEqual(['changed', 'not_found'])
})

test('a khateeb cannot ask for the approval of a masjid whose account is being deleted', async () => {
  await pair.callInOrder(callOf(masjid, changeApprovedOnly, { masjidUid: 'me', approvedOnly: true }))
  const { db } = pair.database
  const person = db.updateTable('people').where('id', '=', khateeb.personId)
  await person.set({ email_verified_at: databaseNow }).execute()
  const asks = callOf(khateeb, askForApproval, { khateebUid: 'me', ...slot })
  const outcomes = await pair.queueBehind(lockSlot, deleteAccountCall(masjid), asks)
  expect(outcomes).toEqual(['changed', 'not_found'])
})
