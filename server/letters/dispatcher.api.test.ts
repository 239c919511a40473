import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { commonProps } from '../../tests/runtime/expected-letters.ts'
import { addDeletedLetterFile } from '../../tests/runtime/letter-files.ts'
import { startMailServer } from '../../tests/runtime/mail-server.ts'
import { openOutbox, startTime, token } from '../../tests/runtime/outbox.ts'
import { queueLetters } from './queue-letters.ts'
import { LetterRefusedError } from './transport.ts'

const outbox = await openOutbox()

const refusingDispatcher = (reason: Error) => outbox.dispatcher({ send: () => Promise.reject(reason) })
const queueLastLetter = (to: string) =>
  outbox.write(to, { kind: 'account_deleted', props: { name: 'Yusuf' } })

test('three concurrent dispatchers send each letter once', async () => {
  const server = await startMailServer()
  const recipients = Array.from({ length: 60 }, (_, n) => `person${String(n).padStart(2, '0')}@people.test`)
  await outbox.queue(...recipients)
  const dispatchers = [1, 2, 3].map(() => outbox.dispatcher(outbox.transportTo(server)))
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.sendDue()))
  expect(server.recipients()).toEqual(recipients)
})

test('no transaction is open while a letter is sent', async () => {
  const checking = outbox.dispatcher({
    async send() {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(outbox.db)
      if (rows.length > 0) throw new Error('A transaction is open.')
    },
  })
  await outbox.queue('a@people.test')
  await checking.sendDue()
  expect(await outbox.rows()).toMatchObject([{ sent_at: startTime }])
})

test('a letter that cannot be sent does not delay the others', async () => {
  const picky = outbox.dispatcher({
    async send({ to }) {
      if (to === 'b@people.test') throw new Error('not this one')
    },
  })
  await outbox.queue('a@people.test', 'b@people.test', 'c@people.test')
  await picky.sendDue()
  expect(await outbox.rows()).toMatchObject([
    { sent_at: startTime },
    { sent_at: null, last_error: 'not this one' },
    { sent_at: startTime },
  ])
})

test('a letter that is written twice creates one file, which only the server’s user can read', async () => {
  const dispatcher = outbox.dispatcher(outbox.transportTo(null))
  await outbox.queue('a@people.test')
  await dispatcher.sendDue()
  await outbox.db
    .updateTable('letters')
    .set({ sent_at: null, next_attempt_at: startTime, props: JSON.stringify({ name: 'A', token }) })
    .execute()
  await dispatcher.sendDue()
  const [row] = await outbox.rows()
  const name = `20261201T120000000Z-email_restored-${row?.id}.eml`
  expect(await readdir(outbox.lettersFolder)).toEqual([name])
  const path = join(outbox.lettersFolder, name)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const email = await PostalMime.parse(await readFile(path))
  expect(email).toMatchObject({ messageId: `<${row?.id}@minbar.test>`, to: [{ address: 'a@people.test' }] })
})

const letterOfTheFuture = { kind: 'of_the_future', props: {} }
const removal = { kind: 'khateeb_removed', props: commonProps }

test.each([
  ['a letter', letterOfTheFuture],
  ['a digest with news', { kind: 'gathered', props: { letters: [removal, letterOfTheFuture] } }],
])('%s of an unknown kind stays unsent, and is not given up', async (_, { kind, props }) => {
  await outbox.db
    .insertInto('letters')
    .values({ kind, recipient: 'a@people.test', props: JSON.stringify(props) })
    .execute()
  await outbox.dispatcher(outbox.transportTo(null)).sendDue()
  expect(await outbox.rows()).toMatchObject([{ failed_at: null, sent_at: null, attempts: 1 }])
})

test('a letter for a change that was rolled back is never sent', async () => {
  const letter = { kind: 'password_changed', props: { name: 'A' } } as const
  const change = outbox.database.transaction(async (tx) => {
    await queueLetters(tx, [{ to: 'a@people.test', letter }])
    throw new Error('rolled back')
  })
  await expect(change).rejects.toThrow('rolled back')
  expect(await outbox.dispatcher(outbox.transportTo(null)).sendDue()).toBe(0)
})

/** Returns the letter files as `kind to address`, sorted by file name. */
async function files(): Promise<string[]> {
  const names = (await readdir(outbox.lettersFolder)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const { to } = await PostalMime.parse(await readFile(join(outbox.lettersFolder, name)))
      return `${name.split('-')[1]} to ${to?.[0]?.address}`
    }),
  )
}

describe('sending the last letter to a deleted account', () => {
  // This address is so long that the To header is folded onto a second line.
  const gone = `gone@${'islamic-society-of-'.repeat(3)}some.where.${'islamic-society-of-'.repeat(3)}people.test`

  test('deletes the .eml files of earlier letters to the same address, and no others', async () => {
    const dispatcher = outbox.dispatcher(outbox.transportTo(null))
    await outbox.queue(gone, 'not-gone@people.test')
    await dispatcher.sendDue()
    await outbox.after(1)
    await queueLastLetter(gone)
    await dispatcher.sendDue()
    expect(await files()).toEqual(['email_restored to not-gone@people.test', `account_deleted to ${gone}`])
  })

  test('succeeds if another process deletes a letter file after the file’s name was read', async () => {
    await addDeletedLetterFile(outbox.lettersFolder)
    await queueLastLetter(gone)
    expect(await outbox.dispatcher(outbox.transportTo(null)).sendDue()).toBe(1)
    expect(await readdir(outbox.lettersFolder)).toContainEqual(expect.stringContaining('-account_deleted-'))
  })

  test('deletes the .eml files of earlier letters, even if a mail server sends the last one', async () => {
    await outbox.queue(gone)
    await outbox.dispatcher(outbox.transportTo(null)).sendDue()
    await outbox.after(1)
    await queueLastLetter(gone)
    const server = await startMailServer()
    await outbox.dispatcher(outbox.transportTo(server)).sendDue()
    expect(server.recipients()).toEqual([gone])
    expect(await files()).toEqual([])
  })

  test('keeps the .eml files of letters to a new account with the same address', async () => {
    await queueLastLetter(gone)
    await refusingDispatcher(new Error('The disk is full.')).sendDue()
    const dispatcher = outbox.dispatcher(outbox.transportTo(null))
    await outbox.after(0.1)
    await outbox.queue(gone)
    await dispatcher.sendDue()
    expect(await files()).toEqual([`email_restored to ${gone}`])
    await outbox.after(10)
    await dispatcher.sendDue()
    expect(await files()).toEqual([`account_deleted to ${gone}`, `email_restored to ${gone}`])
  })
})

test('the row of the last letter to a deleted account is deleted when the letter is sent or given up', async () => {
  await queueLastLetter('gone@people.test')
  expect(await outbox.dispatcher(outbox.transportTo(null)).sendDue()).toBe(1)
  expect(await outbox.rows()).toEqual([])
  await queueLastLetter('gone@people.test')
  expect(await refusingDispatcher(new LetterRefusedError('No such person.')).sendDue()).toBe(1)
  expect(await outbox.rows()).toEqual([])
})
