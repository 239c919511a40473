import { afterEach, beforeEach, expect, test } from 'vitest'
import { useOutbox } from '../../tests/runtime/outbox.ts'
import { combineIntoDigest } from './digest.ts'
import { claimLetter } from './outbox-store.ts'
import { queueLetters } from './queue-letters.ts'
import { heldLettersReminder } from './remind-of-held-letters.ts'
import { dropHeldLetters, heldLetters, holdLetters, releaseLetters } from './restore-hold.ts'

const outbox = await useOutbox()
const recipient = 'reader@people.test'

const occasion = {
  masjidUid: '6d3f2f0e-9a4b-4a52-8f0e-3f2b1c0d9e8f',
  masjidName: 'Masjid An-Nur',
  city: 'Dearborn',
  stateCode: 'MI',
  date: '2026-12-04',
  time: '13:30',
}

/** The names in the letters that were sent, in order. */
let sent: string[]
beforeEach(() => {
  sent = []
})
afterEach(() => outbox.database().transaction(releaseLetters))

function write(name: string): Promise<void> {
  const letter = { kind: 'password_changed', props: { name } } as const
  return outbox.database().transaction((tx) => queueLetters(tx, [{ to: recipient, letter }]))
}

async function send({ text }: { readonly text: string }): Promise<void> {
  sent.push(...['Early', 'Late'].filter((name) => text.includes(name)))
}

async function sendAll(): Promise<void> {
  await outbox.dispatcher({ send }).sendDue()
}

const hold = () => outbox.database().transaction(holdLetters)

test('unsent letters from before a restore are held until released, and later ones are sent', async () => {
  await write('Early')
  await outbox.after(10)
  expect(await hold()).toEqual({ held: 1, givenUp: 0 })
  await outbox.after(11)
  await write('Late')
  await sendAll()
  expect(sent).toEqual(['Late'])
  expect(await heldLetters(outbox.reader())).toMatchObject([{ kind: 'password_changed', count: 1 }])

  expect(await outbox.database().transaction(releaseLetters)).toBe(1)
  await sendAll()
  expect(sent).toEqual(['Late', 'Early'])
})

test('held news is not combined with later news to the same recipient', async () => {
  const writeNews = (khateebName: string) => {
    const props = { khateebName, occasion }
    return outbox
      .database()
      .transaction((tx) => queueLetters(tx, [{ to: recipient, letter: { kind: 'request_received', props } }]))
  }
  await writeNews('Early')
  await hold()
  await outbox.after(1)
  await writeNews('Late')
  const claimed = await claimLetter(outbox.reader(), 1_000)
  expect(claimed !== undefined && (await combineIntoDigest(outbox.reader(), claimed))).toBe(true)
  expect(await outbox.rows()).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'request_received', props: { khateebName: 'Early', occasion } }),
      expect.objectContaining({ kind: 'gathered' }),
    ]),
  )
})

test('dropped letters are never sent, and later ones are', async () => {
  await write('Early')
  await hold()
  await outbox.after(1)
  await write('Late')
  expect(await outbox.database().transaction(dropHeldLetters)).toBe(1)
  await sendAll()
  expect(sent).toEqual(['Late'])
})

test('releasing or dropping held letters is audited as the operator, unless there were none', async () => {
  const { reader } = outbox.database()
  const latest = () =>
    reader.selectFrom('audit').orderBy('id', 'desc').select(['by_role', 'event']).limit(1).executeTakeFirst()
  for (const [act, event] of [
    [releaseLetters, 'letters_released'],
    [dropHeldLetters, 'letters_dropped'],
  ] as const) {
    await write('Early')
    await hold()
    await outbox.database().transaction(act)
    const audited = await latest()
    expect(audited).toEqual({ by_role: 'operator', event })
  }
  await outbox.database().transaction(releaseLetters)
  expect(await latest()).toMatchObject({ event: 'letters_dropped' })
})

test('a letter from a machine whose clock was ahead is held, too', async () => {
  await outbox.after(60)
  await write('Early')
  await outbox.after(0)
  await hold()
  await outbox.after(61)
  await sendAll()
  expect(sent).toEqual([])
})

test('a restore gives up a letter with a link, and erases its token', async () => {
  await outbox.queue(recipient)
  expect(await hold()).toEqual({ held: 0, givenUp: 1 })
  await outbox.after(1)
  await write('Late')
  await sendAll()
  expect(sent).toEqual(['Late'])
  expect(await outbox.rows()).toMatchObject([{ failed_at: expect.any(Date), props: {} }, {}])
})

test('a restore without unsent letters holds nothing', async () => {
  expect(await hold()).toEqual({ held: 0, givenUp: 0 })
  await write('Late')
  await sendAll()
  expect(sent).toEqual(['Late'])
})

test('the reminder logs held letters at once, and at most once an hour', async () => {
  const warnings: object[] = []
  const remind = heldLettersReminder({ warn: (facts: object) => void warnings.push(facts) })
  await remind(outbox.database())
  expect(warnings).toEqual([])
  await write('Early')
  await hold()
  await remind(outbox.database())
  await remind(outbox.database())
  expect(warnings).toEqual([{ letters: 1 }])
})
