import { afterEach, expect, test } from 'vitest'
import { commonProps } from '../../tests/runtime/expected-letters.ts'
import { openOutbox } from '../../tests/runtime/outbox.ts'
import { combineIntoDigest } from './digest.ts'
import { claimLetter } from './outbox-store.ts'
import {
  countHeldLettersByKind,
  dropHeldLetters,
  heldLettersReminder,
  holdOrGiveUpLetters,
  releaseLetters,
} from './restore-hold.ts'

const outbox = await openOutbox()
const { database, db } = outbox
const recipient = 'reader@people.test'
afterEach(() => database.transaction(releaseLetters))

const write = (name: string) => outbox.write(recipient, { kind: 'password_changed', props: { name } })

/** Sends the letters that are due, and returns the names in them. */
async function sendDue(): Promise<string[]> {
  const sent: string[] = []
  const send = async ({ text }: { readonly text: string }) =>
    void sent.push(...['Early', 'Late'].filter((name) => text.includes(name)))
  await outbox.dispatcher({ send }).sendDue()
  return sent
}

const hold = () => database.transaction(holdOrGiveUpLetters)

test('letters that were unsent at a restore are held until released, and later letters are sent', async () => {
  await write('Early')
  await outbox.after(10)
  expect(await hold()).toEqual({ held: 1, givenUp: 0 })
  await outbox.after(11)
  await write('Late')
  expect(await sendDue()).toEqual(['Late'])
  expect(await countHeldLettersByKind(db)).toMatchObject([{ kind: 'password_changed', count: 1 }])

  expect(await database.transaction(releaseLetters)).toBe(1)
  expect(await sendDue()).toEqual(['Early'])
})

test('news that has been held since a restore is not combined with later news to the same recipient', async () => {
  const early = { ...commonProps, khateebName: 'Early' }
  await outbox.write(recipient, { kind: 'request_received', props: early })
  await hold()
  await outbox.after(1)
  await outbox.write(recipient, { kind: 'request_received', props: commonProps })
  const claimed = await claimLetter(db, 1_000)
  expect(claimed && (await combineIntoDigest(db, claimed))).toHaveLength(1)
  expect(await outbox.rows()).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'request_received', props: early }),
      expect.objectContaining({ kind: 'gathered' }),
    ]),
  )
})

test('dropping the held letters deletes them, and later letters are sent', async () => {
  await write('Early')
  await hold()
  await outbox.after(1)
  await write('Late')
  expect(await database.transaction(dropHeldLetters)).toBe(1)
  expect(await sendDue()).toEqual(['Late'])
})

const latestAuditRow = () =>
  db.selectFrom('audit').orderBy('id', 'desc').select(['by_role', 'event']).limit(1).executeTakeFirst()

test('releasing or dropping held letters is audited as an act of the operator, unless no letters are held', async () => {
  for (const [act, event] of [
    [releaseLetters, 'letters_released'],
    [dropHeldLetters, 'letters_dropped'],
  ] as const) {
    await write('Early')
    await hold()
    await database.transaction(act)
    expect(await latestAuditRow()).toEqual({ by_role: 'operator', event })
  }
  await database.transaction(releaseLetters)
  expect(await latestAuditRow()).toMatchObject({ event: 'letters_dropped' })
})

test('a restore also holds letters from a machine whose clock was ahead', async () => {
  await outbox.after(60)
  await write('Early')
  await outbox.after(0)
  await hold()
  await outbox.after(61)
  expect(await sendDue()).toEqual([])
})

test('a restore gives up a letter with a link, and erases its token', async () => {
  await outbox.queue(recipient)
  expect(await hold()).toEqual({ held: 0, givenUp: 1 })
  await outbox.after(1)
  await write('Late')
  expect(await sendDue()).toEqual(['Late'])
  expect(await outbox.rows()).toMatchObject([{ failed_at: expect.any(Date), props: {} }, {}])
})

test('a restore without unsent letters holds nothing', async () => {
  expect(await hold()).toEqual({ held: 0, givenUp: 0 })
  await write('Late')
  expect(await sendDue()).toEqual(['Late'])
})

test('the reminder of held letters is logged at once, and not a second time right afterwards', async () => {
  const warnings: object[] = []
  const remind = heldLettersReminder({ warn: (facts: object) => void warnings.push(facts) })
  await remind(database)
  expect(warnings).toEqual([])
  await write('Early')
  await hold()
  await remind(database)
  await remind(database)
  expect(warnings).toEqual([{ letters: 1 }])
})
