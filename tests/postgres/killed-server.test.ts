import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CallFailed } from '../../contract/client.ts'
import type { Reader } from '../../server/database/database.ts'
import { queueLetters } from '../../server/letters/queue-letters.ts'
import { insertKhateebs, insertMasjids, type Member } from '../runtime/insert-people.ts'
import { type MailServer, startMailServer } from '../runtime/mail-server.ts'
import { friday, type Slot } from '../runtime/slots.ts'
import { wrongs } from './race-results.ts'
import {
  accepts,
  approves,
  invites,
  posts,
  removes,
  requests,
  takesBack,
  turnsDown,
  withdraws,
} from './racing-calls.ts'
import { type Arena, type Contestant, openArena } from './server-pair.ts'

const times = ['11:00', '12:00', '13:00']

let arena: Arena
let mail: MailServer
let masjids: readonly Member[]
let khateebs: readonly Member[]

beforeAll(async () => {
  mail = await startMailServer()
  arena = await openArena(inject('build'), { SMTP_URL: mail.url, LOG_LEVEL: 'fatal' })
  masjids = await insertMasjids(arena.database, 4, { mailDomain: 'minbar.test' })
  khateebs = await insertKhateebs(arena.database, 24, { mailDomain: 'minbar.test' })
})
afterAll(async () => {
  await arena.close()
  await mail.close()
})

async function postAll(): Promise<void> {
  const [{ url }] = arena.servers
  await Promise.all(masjids.map((it) => posts(it, friday, times)(url, 0)))
}

interface Told {
  readonly requestId: string
  readonly state: string
}

/** All that one khateeb and the masjids do with each other, call after call. */
function* dealings(khateeb: Member, turn: number): Generator<Contestant> {
  for (const khutbahTime of times) {
    for (const masjid of masjids) {
      const slot: Slot = { masjidUid: masjid.uid, khutbahDate: friday, khutbahTime }
      const ways = [
        [requests(khateeb, slot), approves(masjid, khateeb, slot), withdraws(khateeb, slot)],
        [invites(masjid, khateeb, slot), accepts(khateeb, slot), removes(masjid, slot)],
        [requests(khateeb, slot), turnsDown(masjid, khateeb, slot)],
        [invites(masjid, khateeb, slot), takesBack(masjid, khateeb, slot)],
      ]
      for (const call of ways[turn % ways.length] ?? []) yield call
    }
  }
}

/** Whether nothing is under way in the database; the server of a dead client notices its end only after a while. */
async function isQuiet(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and xact_start is not null`.execute(arena.database.reader)
  return rows.length === 0
}

async function unsent(reader: Reader): Promise<number> {
  const letters = await reader.selectFrom('letters').where('sent_at', 'is', null).select('id').execute()
  return letters.length
}

async function letterIds(): Promise<string[]> {
  const letters = await arena.database.reader.selectFrom('letters').select('id').execute()
  return letters.map((it) => it.id).toSorted()
}

/** The letters that reached the mail server, by the ids in their Message-IDs. */
function delivered(): string[] {
  return mail.received.map((it) => /^<([^@]+)@/.exec(it.messageId ?? '')?.[1] ?? 'without an id').toSorted()
}

test('two processes send each letter once', { timeout: 300_000 }, async () => {
  // All at once, so that both processes find the same ones waiting, again and again.
  const letters = masjids.flatMap(({ uid, name, email: to }) => {
    const place = { city: 'Dearborn', stateCode: 'MI' }
    const occasion = { masjidUid: uid, masjidName: name, ...place, date: friday, time: '13:00' }
    const props = { occasion, khateebName: 'Yusuf Khan' }
    return Array.from({ length: 100 }, () => ({ to, letter: { kind: 'request_received', props } }) as const)
  })
  await arena.database.transaction((tx) => queueLetters(tx, letters))
  await arena.database.transaction(async (tx) => {
    // As if a third process had just claimed some: the two neither wait for them nor, afterwards, both send them.
    await tx.selectFrom('letters').select('id').limit(10).forUpdate().execute()
    await expect.poll(() => unsent(tx), { timeout: 120_000 }).toBe(10)
  })
  await expect.poll(() => unsent(arena.database.reader), { timeout: 120_000 }).toBe(0)
  expect(delivered()).toEqual(await letterIds())
  await arena.clear()
})

test('a process that is killed under load leaves nothing half done, and the other one goes on', {
  timeout: 300_000,
}, async () => {
  const [doomed, survivor] = arena.servers
  const deliveredBefore = new Set(delivered())
  await postAll()
  const told: Told[] = []
  const failures: string[] = []
  let answered = 0
  let unanswered = 0
  let killed: Promise<void> | undefined

  async function deal(khateeb: Member, turn: number): Promise<void> {
    let number = turn
    for (const call of dealings(khateeb, turn)) {
      number += 1
      const toDoomed = killed === undefined && number % 2 === 0
      try {
        const answer = await call(toDoomed ? doomed.url : survivor.url, number)
        if ('requestId' in answer && 'state' in answer)
          told.push({ requestId: String(answer.requestId), state: String(answer.state) })
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        if (error.status === 0 && toDoomed) unanswered += 1
        // Only who spoke to the killed process may get no answer, and nobody gets a 5xx.
        if ((error.status === 0 && !toDoomed) || error.status >= 500)
          failures.push(`${error.status} ${error.code}`)
      }
      answered += 1
      if (answered === 400) killed = doomed.kill()
    }
  }

  await Promise.all(khateebs.flatMap((khateeb, turn) => [deal(khateeb, turn), deal(khateeb, turn + 2)]))
  await killed
  expect(failures).toEqual([])
  // It was killed with calls in hand.
  expect(unanswered).toBeGreaterThan(0)
  expect(answered).toBeGreaterThan(1_000)

  await expect.poll(isQuiet, { timeout: 60_000 }).toBe(true)
  expect(await wrongs(arena)).toEqual([])
  const proposals = await arena.database.reader.selectFrom('proposals').select(['id', 'state']).execute()
  const stateOf = new Map(proposals.map((it) => [it.id, it.state]))
  // What somebody was told is so; a pending one may have moved on since.
  const broken = told.filter((it) =>
    it.state === 'pending' ? !stateOf.has(it.requestId) : stateOf.get(it.requestId) !== it.state,
  )
  expect(broken).toEqual([])

  // Letters that the killed process had in hand go out when its lease has ended.
  await arena.setNow(new Date(Date.now() + 10 * 60_000).toISOString())
  await expect.poll(() => unsent(arena.database.reader), { timeout: 120_000 }).toBe(0)
  expect([...new Set(delivered())].filter((it) => !deliveredBefore.has(it))).toEqual(await letterIds())
})
