import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { mailServer, minutesLater, start, token, useOutbox } from '../../tests/runtime/outbox.ts'
import { queueLetters } from './outbox.ts'
import { claimLetters } from './store.ts'
import { LetterRefused } from './transport.ts'

const outbox = useOutbox()
const lease = 5 * 60_000

test('three dispatchers at once send each letter once', async () => {
  const server = await mailServer()
  const recipients = Array.from({ length: 60 }, (_, n) => `person${String(n).padStart(2, '0')}@people.test`)
  await outbox.queue(...recipients)
  const drain = async () => {
    const dispatcher = outbox.dispatcher(outbox.post(server))
    while ((await dispatcher.dispatchOnce()) > 0);
  }
  await Promise.all([drain(), drain(), drain()])
  expect(server.recipients()).toEqual(recipients)
})

test('what a dead process had in hand is taken up by another when its lease has ended', async () => {
  const dispatcher = outbox.dispatcher(outbox.post(null))
  await outbox.queue('a@people.test')
  expect(await claimLetters(outbox.reader(), 10, lease)).toHaveLength(1)
  await outbox.after(4.9)
  expect(await dispatcher.dispatchOnce()).toBe(0)
  await outbox.after(5)
  expect(await dispatcher.dispatchOnce()).toBe(1)
  expect(await outbox.rows()).toMatchObject([{ attempts: 2, sent_at: minutesLater(5) }])
})

test('a letter in hand is leased for five minutes', async () => {
  const leased: Date[] = []
  const looking = outbox.dispatcher({
    async send() {
      leased.push(...(await outbox.rows()).map((row) => row.next_attempt_at))
    },
  })
  await outbox.queue('a@people.test')
  await looking.dispatchOnce()
  expect(leased).toEqual([minutesLater(5)])
})

test('a late failure does not touch a letter that another process has claimed since', async () => {
  const slow = outbox.dispatcher({
    async send() {
      await outbox.after(6)
      await claimLetters(outbox.reader(), 10, lease)
      throw new Error('too late')
    },
  })
  await outbox.queue('a@people.test')
  await slow.dispatchOnce()
  expect(await outbox.rows()).toMatchObject([
    { attempts: 2, last_error: null, next_attempt_at: minutesLater(11) },
  ])
})

test('no transaction is open while a letter is sent', async () => {
  // On the embedded database, which has one connection, a query would wait for such a transaction for ever.
  const asking = outbox.dispatcher({
    async send() {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(outbox.reader())
      if (rows.length > 0) throw new Error('somebody is idle in a transaction')
    },
  })
  await outbox.queue('a@people.test')
  await asking.dispatchOnce()
  expect(await outbox.rows()).toMatchObject([{ sent_at: start }])
})

test('one letter that cannot be sent does not hold up the others', async () => {
  const picky = outbox.dispatcher({
    async send({ to }) {
      if (to === 'b@people.test') throw new Error('not this one')
    },
  })
  await outbox.queue('a@people.test', 'b@people.test', 'c@people.test')
  await picky.dispatchOnce()
  expect(await outbox.rows()).toMatchObject([
    { sent_at: start },
    { sent_at: null, last_error: 'not this one' },
    { sent_at: start },
  ])
})

test('without a mail server a letter becomes one file that only this user reads, also when it is sent twice', async () => {
  const dispatcher = outbox.dispatcher(outbox.post(null))
  await outbox.queue('a@people.test')
  await dispatcher.dispatchOnce()
  await outbox
    .reader()
    .updateTable('letters')
    .set({ sent_at: null, next_attempt_at: start, props: JSON.stringify({ name: 'A', token }) })
    .execute()
  await dispatcher.dispatchOnce()
  const [row] = await outbox.rows()
  const name = `20261201T120000000Z-password_reset-${row?.id}.eml`
  expect(await readdir(outbox.lettersFolder())).toEqual([name])
  const path = join(outbox.lettersFolder(), name)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const email = await PostalMime.parse(await readFile(path))
  expect(email).toMatchObject({ messageId: `<${row?.id}@minbar.test>`, to: [{ address: 'a@people.test' }] })
})

test('a letter of a kind that this version does not know waits for one that does', async () => {
  await outbox
    .reader()
    .insertInto('letters')
    .values({ kind: 'of_the_future', recipient: 'a@people.test', props: '{}' })
    .execute()
  await outbox.dispatcher(outbox.post(null)).dispatchOnce()
  expect(await outbox.rows()).toMatchObject([{ failed_at: null, sent_at: null, attempts: 1 }])
})

test('a letter for a change that was rolled back is never sent', async () => {
  const letter = { kind: 'password_changed', props: { name: 'A' } } as const
  const change = outbox.database().transaction(async (tx) => {
    await queueLetters(tx, [{ to: 'a@people.test', letter }])
    throw new Error('rolled back')
  })
  await expect(change).rejects.toThrow('rolled back')
  expect(await outbox.dispatcher(outbox.post(null)).dispatchOnce()).toBe(0)
})

/** What was written into files, as `kind to address`, in the order of their names. */
async function files(): Promise<string[]> {
  const names = (await readdir(outbox.lettersFolder())).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const { to } = await PostalMime.parse(await readFile(join(outbox.lettersFolder(), name)))
      return `${name.split('-')[1]} to ${to?.[0]?.address}`
    }),
  )
}

describe('with the last letter to somebody', () => {
  // So long that it does not stand beside its header's name.
  const gone = `gone@${'islamic-society-of-'.repeat(3)}some.where.${'islamic-society-of-'.repeat(3)}people.test`
  const letter = { kind: 'account_deleted', props: { name: 'Yusuf' } } as const
  const farewell = (to: string) => outbox.database().transaction((tx) => queueLetters(tx, [{ to, letter }]))

  test('the files of those before it go, and of nobody else', async () => {
    const dispatcher = outbox.dispatcher(outbox.post(null))
    await outbox.queue(gone, 'nobody-gone@people.test')
    await dispatcher.dispatchOnce()
    await outbox.after(1)
    await farewell(gone)
    await dispatcher.dispatchOnce()
    expect(await files()).toEqual(['password_reset to nobody-gone@people.test', `account_deleted to ${gone}`])
  })

  test('they go also where a mail server has taken their place since', async () => {
    await outbox.queue(gone)
    await outbox.dispatcher(outbox.post(null)).dispatchOnce()
    await outbox.after(1)
    await farewell(gone)
    const server = await mailServer()
    await outbox.dispatcher(outbox.post(server)).dispatchOnce()
    expect(server.recipients()).toEqual([gone])
    expect(await files()).toEqual([])
  })

  test('letters to whoever has signed up with the address since stay', async () => {
    await farewell(gone)
    await outbox.dispatcher({ send: () => Promise.reject(new Error('The disk is full.')) }).dispatchOnce()
    const dispatcher = outbox.dispatcher(outbox.post(null))
    await outbox.after(0.1)
    await outbox.queue(gone)
    await dispatcher.dispatchOnce()
    expect(await files()).toEqual([`password_reset to ${gone}`])
    await outbox.after(10)
    await dispatcher.dispatchOnce()
    expect(await files()).toEqual([`account_deleted to ${gone}`, `password_reset to ${gone}`])
  })
})

test('of the last letter to somebody nothing stays, whether it was sent or given up', async () => {
  const letter = { kind: 'account_deleted', props: { name: 'Yusuf' } } as const
  const say = () =>
    outbox.database().transaction((tx) => queueLetters(tx, [{ to: 'gone@people.test', letter }]))
  await say()
  expect(await outbox.dispatcher(outbox.post(null)).dispatchOnce()).toBe(1)
  expect(await outbox.rows()).toEqual([])
  await say()
  const refusing = outbox.dispatcher({ send: () => Promise.reject(new LetterRefused('No such person.')) })
  expect(await refusing.dispatchOnce()).toBe(1)
  expect(await outbox.rows()).toEqual([])
})
