import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../tests/runtime/mail-server.ts'
import { minutesLater, openOutbox, startTime } from '../../tests/runtime/outbox.ts'
import { claimLetter } from './outbox-store.ts'
import { LetterRefusedError } from './transport.ts'

const outbox = await openOutbox()
const { db } = outbox
const lease = 45_000
const setClockAfterSeconds = (count: number) => outbox.after(count / 60)
const secondsLater = (count: number) => minutesLater(count / 60)

/** Claims a letter as another process would. */
const claimElsewhere = () => claimLetter(db, lease)

/** Starts to send a letter to each recipient. The mail server receives the letters, but does not answer until `hold.release()`. */
async function startToSend(...recipients: readonly string[]) {
  const sending = await outbox.holdingDispatcher()
  await outbox.queue(...recipients)
  expect(await sending.dispatcher.startDue()).toBe(recipients.length)
  await sending.hold.until(recipients.length)
  return sending
}

test('a claim skips a letter that another process is claiming, without waiting for that process', async () => {
  await outbox.queue('a@people.test', 'b@people.test')
  const transaction = await db.startTransaction().execute()
  const claimed = [await claimLetter(transaction, lease), await claimElsewhere(), await claimElsewhere()]
  await transaction.commit().execute()
  const recipients = claimed.map((letter) => letter?.recipient)
  expect(new Set(recipients)).toEqual(new Set(['a@people.test', 'b@people.test', undefined]))
})

test('a letter in flight is leased for 45 seconds', async () => {
  await startToSend('a@people.test')
  expect(await outbox.rows()).toMatchObject([{ attempts: 1, next_attempt_at: secondsLater(45) }])
})

test('the letter of a process that died is sent by another process after the lease has ended', async () => {
  await outbox.queue('a@people.test')
  await claimElsewhere()
  const dispatcher = outbox.dispatcher(outbox.transportTo(null))
  await setClockAfterSeconds(44.9)
  expect(await dispatcher.sendDue()).toBe(0)
  await setClockAfterSeconds(45)
  expect(await dispatcher.sendDue()).toBe(1)
  expect(await outbox.rows()).toMatchObject([{ attempts: 2, sent_at: secondsLater(45) }])
})

test('a letter whose lease is renewed is sent once to a slow mail server, and marked sent', async () => {
  const { hold, server, dispatcher } = await startToSend('a@people.test')
  const other = outbox.dispatcher(outbox.transportTo(server))
  for (let time = 10; time < 590; time += 10) {
    await setClockAfterSeconds(time)
    await dispatcher.renew()
    expect(await other.startDue()).toBe(0)
  }
  hold.release()
  await dispatcher.settled()
  expect(server.recipients()).toEqual(['a@people.test'])
  expect(await outbox.rows()).toMatchObject([{ attempts: 1, sent_at: secondsLater(580) }])
})

test('the leases of all letters in flight are renewed in one statement', async () => {
  const { dispatcher } = await startToSend('a@people.test', 'b@people.test', 'c@people.test')
  await setClockAfterSeconds(20)
  await dispatcher.renew()
  const rows = await db
    .selectFrom('letters')
    .select(['next_attempt_at', sql<string>`xmin::text`.as('writer')])
    .execute()
  expect(rows.map((row) => row.next_attempt_at)).toEqual([1, 2, 3].map(() => secondsLater(65)))
  expect(new Set(rows.map((row) => row.writer)).size).toBe(1)
})

test('a process whose lease has expired does not send its letter in flight a second time', async () => {
  const { hold, server, dispatcher } = await startToSend('a@people.test')
  await setClockAfterSeconds(120)
  expect(await dispatcher.startDue()).toBe(0)
  await dispatcher.renew()
  expect(await outbox.rows()).toMatchObject([{ next_attempt_at: secondsLater(165) }])
  hold.release()
  await dispatcher.settled()
  expect(server.received).toHaveLength(1)
  expect(await outbox.rows()).toMatchObject([{ attempts: 1, sent_at: secondsLater(120) }])
})

test('a letter is sent once, even if the first update of `sent_at` fails', async () => {
  const server = await startMailServer()
  await sql`create sequence saves`.execute(db)
  await sql`create function refuse_first_save() returns trigger language plpgsql as
    $$ begin if nextval('saves') = 1 then raise 'The database is away.'; end if; return new; end $$`.execute(
    db,
  )
  await sql`create trigger refuse_first_save before update of sent_at on letters
    for each row execute function refuse_first_save()`.execute(db)
  onTestFinished(async () => {
    await sql`drop function refuse_first_save cascade`.execute(db)
    await sql`drop sequence saves`.execute(db)
  })
  await outbox.queue('a@people.test')
  await outbox.dispatcher(outbox.transportTo(server)).sendDue()
  expect(server.received).toHaveLength(1)
  expect(await outbox.rows()).toMatchObject([{ attempts: 1, sent_at: startTime }])
})

/** Starts to send a letter. Another process claims the letter before the attempt ends with `outcome`. */
async function loseLease(outcome: () => Promise<void>): Promise<void> {
  const dispatcher = outbox.dispatcher({
    async send() {
      await setClockAfterSeconds(60)
      await claimElsewhere()
      await outcome()
    },
  })
  await dispatcher.startDue()
  await dispatcher.settled()
}

describe('a process that lost the lease of a letter to another process', () => {
  test('aborts sending the letter, and saves no outcome', async () => {
    const { dispatcher, server } = await startToSend('a@people.test')
    await setClockAfterSeconds(60)
    await claimElsewhere()
    await dispatcher.renew()
    await dispatcher.settled()
    expect(server.received).toHaveLength(1)
    expect(await outbox.rows()).toMatchObject([
      { attempts: 2, sent_at: null, failed_at: null, last_error: null, next_attempt_at: secondsLater(105) },
    ])
  })

  test('does not renew the lease of the other process', async () => {
    const { dispatcher } = await startToSend('a@people.test')
    await setClockAfterSeconds(60)
    await claimElsewhere()
    await setClockAfterSeconds(80)
    await dispatcher.renew()
    expect(await outbox.rows()).toMatchObject([{ next_attempt_at: secondsLater(105) }])
  })

  test('does not postpone the letter', async () => {
    await outbox.queue('a@people.test')
    await loseLease(() => Promise.reject(new Error('too late')))
    expect(await outbox.rows()).toMatchObject([
      { attempts: 2, last_error: null, next_attempt_at: secondsLater(105) },
    ])
  })

  test.each(['password_changed', 'account_deleted'] as const)(
    'does not mark a %s letter as failed',
    async (kind) => {
      await outbox.write('a@people.test', { kind, props: { name: 'A' } })
      await loseLease(() => Promise.reject(new LetterRefusedError('too late')))
      expect(await outbox.rows()).toMatchObject([{ attempts: 2, failed_at: null, last_error: null }])
    },
  )

  test('marks the letter sent if the mail server accepted it, and the other process stops sending it', async () => {
    const { hold, dispatcher } = await startToSend('a@people.test')
    await setClockAfterSeconds(60)
    const { hold: holdElsewhere, dispatcher: other } = await outbox.holdingDispatcher()
    expect(await other.startDue()).toBe(1)
    await holdElsewhere.until(1)
    hold.release()
    await dispatcher.settled()
    await other.renew()
    await other.settled()
    expect(await outbox.rows()).toMatchObject([{ attempts: 2, sent_at: secondsLater(60), last_error: null }])
  })
})
