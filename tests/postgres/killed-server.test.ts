import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CallFailed } from '../../contract/client.ts'
import type { Queryable } from '../../server/database/database.ts'
import { isUnsent } from '../../server/letters/letter-predicates.ts'
import { commonProps } from '../runtime/expected-letters.ts'
import { insertLetters } from '../runtime/insert-letters.ts'
import { type InsertedAccount, insertKhateebs, insertMasjids } from '../runtime/insert-people.ts'
import { startMailServer } from '../runtime/mail-server.ts'
import { friday } from '../runtime/slots.ts'
import { expectConsistency, type RacingCall, startServerPair } from './race.ts'
import { callsAbout, postTimesCall } from './racing-calls.ts'

const times = ['11:00', '12:00', '13:00']

const mail = await startMailServer()
const pair = await startServerPair({ SMTP_URL: mail.url, LOG_LEVEL: 'fatal' })
const masjids = await insertMasjids(pair.database, 4, { mailDomain: 'minbar.test' })
const khateebs = await insertKhateebs(pair.database, 24, { mailDomain: 'minbar.test' })

/** Generates the calls between one khateeb and all masjids, in order. `turn` selects the kind of proposal. */
function* callsWithMasjids(khateeb: InsertedAccount, turn: number): Generator<RacingCall> {
  for (const khutbahTime of times) {
    for (const masjid of masjids) {
      const calls = callsAbout({ masjidUid: masjid.uid, khutbahDate: friday, khutbahTime }, masjid, khateeb)
      const ways = [
        [calls.requests, calls.approvesRequest, calls.withdraws()],
        [calls.invites, calls.acceptsInvite, calls.removesKhateeb()],
        [calls.requests, calls.rejectsRequest],
        [calls.invites, calls.revokesInvite],
      ]
      yield* ways[turn % ways.length] ?? []
    }
  }
}

/** Returns whether the database has no open transaction. PostgreSQL notices a dead client only after a while. */
async function isIdle(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and xact_start is not null`.execute(pair.database.db)
  return rows.length === 0
}

async function unsentCount(reader: Queryable): Promise<number> {
  const letters = await reader.selectFrom('letters').where(isUnsent('letters')).select('id').execute()
  return letters.length
}

async function letterIds(): Promise<string[]> {
  const letters = await pair.database.db.selectFrom('letters').select('id').execute()
  return letters.map((it) => it.id).toSorted()
}

/** Returns the ids of the letters that the mail server received, from their Message-IDs. */
function deliveredIds(): string[] {
  return mail.received.map((it) => /^<([^@]+)@/.exec(it.messageId ?? '')?.[1] ?? 'without an id').toSorted()
}

test('two server processes send each letter once', { timeout: 300_000 }, async () => {
  // All letters are queued in one transaction, so that both processes compete for them.
  const letters = masjids.flatMap(({ uid, name, email: to }) => {
    const occasion = { ...commonProps.occasion, masjidUid: uid, masjidName: name }
    const props = { ...commonProps, occasion }
    return Array.from({ length: 100 }, () => ({ to, letter: { kind: 'request_received', props } }) as const)
  })
  await insertLetters(pair.database.db, letters)
  await pair.database.transaction(async (tx) => {
    // Lock some letters, as a third process would. The two servers skip the locked letters, and later send them once.
    await tx.selectFrom('letters').select('id').limit(10).forUpdate().execute()
    await expect.poll(() => unsentCount(tx), { timeout: 120_000 }).toBe(10)
  })
  await expect.poll(() => unsentCount(pair.database.db), { timeout: 120_000 }).toBe(0)
  expect(deliveredIds()).toEqual(await letterIds())
  await pair.clear()
})

test('a server killed under load leaves consistent data, and the other server continues', {
  timeout: 300_000,
}, async () => {
  const [doomed, survivor] = pair.servers
  const deliveredBefore = new Set(deliveredIds())
  await pair.callInOrder(...masjids.map((it) => postTimesCall(it, friday, times)))
  const returnedProposals: Record<'requestId' | 'state', string>[] = []
  const failures: string[] = []
  let ended = 0
  let lost = 0
  let killed: Promise<void> | undefined

  async function deal(khateeb: InsertedAccount, turn: number): Promise<void> {
    let number = turn
    for (const call of callsWithMasjids(khateeb, turn)) {
      number += 1
      const toDoomed = killed === undefined && number % 2 === 0
      try {
        const result = await call(toDoomed ? doomed.url : survivor.url, number)
        if ('requestId' in result && 'state' in result)
          returnedProposals.push({ requestId: String(result.requestId), state: String(result.state) })
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        if (error.status === 0 && toDoomed) lost += 1
        // Only calls to the killed process may remain without a response. No call may fail with 5xx.
        if ((error.status === 0 && !toDoomed) || error.status >= 500)
          failures.push(`${error.status} ${error.code}`)
      }
      ended += 1
      if (ended === 400) killed = doomed.kill()
    }
  }

  await Promise.all(khateebs.flatMap((khateeb, turn) => [deal(khateeb, turn), deal(khateeb, turn + 2)]))
  await killed
  expect(failures).toEqual([])
  // The server was killed during calls.
  expect(lost).toBeGreaterThan(0)
  expect(ended).toBeGreaterThan(1_000)

  await expect.poll(isIdle, { timeout: 60_000 }).toBe(true)
  await expectConsistency(pair)
  const proposals = await pair.database.db.selectFrom('proposals').select(['id', 'state']).execute()
  const stateOf = new Map(proposals.map((it) => [it.id, it.state]))
  // In the database, each proposal has the state that its call returned. Only a pending proposal may have changed since.
  const broken = returnedProposals.filter((it) =>
    it.state === 'pending' ? !stateOf.has(it.requestId) : stateOf.get(it.requestId) !== it.state,
  )
  expect(broken).toEqual([])

  // Letters claimed by the killed process are sent once its lease has expired.
  await pair.setNow(new Date(Date.now() + 10 * 60_000).toISOString())
  await expect.poll(() => unsentCount(pair.database.db), { timeout: 120_000 }).toBe(0)
  const delivered = new Set(deliveredIds().filter((it) => !deliveredBefore.has(it)))
  expect(await letterIds()).toEqual(expect.arrayContaining([...delivered]))
  // Each letter that is marked as sent was delivered. Letters that are no longer true are not sent.
  const sent = await pair.database.db
    .selectFrom('letters')
    .where('sent_at', 'is not', null)
    .select('id')
    .execute()
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.filter((it) => !delivered.has(it.id))).toEqual([])
})
