import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { minutesLater, useOutbox } from '../../tests/runtime/outbox.ts'
import { combineIntoDigest } from './digest.ts'
import type { Letter } from './letter.ts'
import { claimLetter } from './outbox-store.ts'
import { queueLetters } from './queue-letters.ts'

const outbox = await useOutbox()
/** The confirmed address of an account. */
const reader = 'reader@people.test'
/** An address that was never confirmed. It may belong to a stranger who never asked for letters. */
const unconfirmed = 'stranger@people.test'
const anHour = { calls: 3, seconds: 3_600 }

/** The letters that were sent, in order. */
let sent: { readonly to: string; readonly subject: string; readonly text: string }[]
const account = {
  role: 'masjid',
  email: reader,
  password_hash: '',
  email_verified_at: new Date(),
} as const
await outbox.reader().insertInto('accounts').values(account).execute()
beforeEach(async () => {
  sent = []
  await sql`delete from rate_limits`.execute(outbox.reader())
})

function dispatcher() {
  return outbox.dispatcher({ send: async (letter) => void sent.push(letter) }, anHour)
}

async function sendAll(by = dispatcher()): Promise<void> {
  await by.sendDue()
}

const about = (khateebName: string) => ({
  khateebName,
  occasion: {
    masjidUid: '6d3f2f0e-9a4b-4a52-8f0e-3f2b1c0d9e8f',
    masjidName: 'Masjid An-Nur',
    city: 'Dearborn',
    stateCode: 'MI',
    date: '2026-12-04',
    time: '13:30',
  },
})

const request = (name: string): Letter => ({ kind: 'request_received', props: about(name) })

function write(to: string, ...letters: readonly Letter[]): Promise<void> {
  return outbox.database().transaction((tx) =>
    queueLetters(
      tx,
      letters.map((letter) => ({ to, letter })),
    ),
  )
}

const names = Array.from({ length: 8 }, (_, n) => `Khateeb ${n}`)

test("news above a recipient's hourly limit is held and then sent in one digest", async () => {
  await write(reader, ...names.map(request))
  await write('another@people.test', request('Bilal'))
  await sendAll()
  expect(sent.filter((it) => it.to === reader)).toHaveLength(3)
  expect(sent.filter((it) => it.to !== reader)).toHaveLength(1)
  const told = sent.map((it) => it.subject)

  await outbox.after(61)
  sent = []
  await sendAll()
  expect(sent.map((it) => it.subject)).toEqual(['5 pieces of news about your khutbahs'])
  expect(await outbox.rows()).toContainEqual(
    expect.objectContaining({ kind: 'gathered', created_at: minutesLater(0) }),
  )
  const late = names.filter((name) => !told.some((subject) => subject.includes(name)))
  expect(late).toHaveLength(5)
  for (const name of late) expect(sent[0]?.text).toContain(`${name} asks to give the khutbah`)
  await outbox.after(200)
  expect(await dispatcher().sendDue()).toBe(0)
})

test('urgent news is sent at once, as the first item of a digest with all held news', async () => {
  const many = Array.from({ length: 60 }, (_, n) => `Khateeb no. ${n}.`)
  await write(reader, ...many.map(request))
  await sendAll()
  sent = []
  await outbox.after(1)
  await write(reader, { kind: 'khateeb_withdrew', props: { ...about('Yusuf'), reason: 'I am ill.' } })
  await sendAll()
  expect(sent.map((it) => it.subject)).toEqual(['58 pieces of news about your khutbahs'])
  expect(sent[0]?.text).toContain('Yusuf can’t give the khutbah')
  expect(sent[0]?.text).toContain('I am ill.')
  // A digest lists 40 items at most.
  expect(sent[0]?.text).toContain('And 18 more')
  expect(await outbox.rows()).toHaveLength(4)
})

test.each([
  { kind: 'slot_removed', props: { ...about('Yusuf'), was: 'invite' } },
  { kind: 'masjid_left', props: { ...about('Yusuf'), was: 'request' } },
  { kind: 'khateeb_left', props: { ...about('Yusuf'), was: 'invite' } },
] satisfies Letter[])('$kind is held if the khateeb was not confirmed', async (letter) => {
  await write(reader, ...names.slice(0, 3).map(request))
  await sendAll()
  sent = []
  await write(reader, letter)
  await sendAll()
  expect(sent).toEqual([])
})

test('an unconfirmed address gets at most one letter with news per hour, even if the news is urgent', async () => {
  await write(unconfirmed, ...names.slice(0, 3).map(request))
  await sendAll()
  await write(unconfirmed, { kind: 'khateeb_removed', props: about('Yusuf') })
  await sendAll()
  expect(sent).toHaveLength(1)
  await outbox.after(61)
  await sendAll()
  expect(sent.map((it) => it.subject)).toEqual([
    expect.stringContaining('asks to give the khutbah'),
    '3 pieces of news about your khutbahs',
  ])
  // The digest was this hour's letter.
  await write(unconfirmed, request('Yusuf'))
  await sendAll()
  expect(sent).toHaveLength(2)
})

test('a single held piece of news is sent as an ordinary letter', async () => {
  await write(reader, ...names.slice(0, 4).map(request))
  await sendAll()
  sent = []
  await outbox.after(61)
  await sendAll()
  expect(sent.map((it) => it.subject)).toEqual([expect.stringContaining('asks to give the khutbah')])
})

test('a letter about the security of an account is neither counted nor held', async () => {
  await write(reader, ...names.map(request))
  await sendAll()
  sent = []
  await write(reader, { kind: 'password_changed', props: { name: 'Masjid An-Nur' } })
  await sendAll()
  expect(sent.map((it) => it.subject)).toEqual(['Your Minbar password was changed'])
})

test('several dispatchers at once send every piece of news exactly once', async () => {
  const many = Array.from({ length: 30 }, (_, n) => `Khateeb no. ${n}.`)
  await write(reader, ...many.map(request))
  await Promise.all([dispatcher(), dispatcher(), dispatcher()].map((it) => sendAll(it)))
  await outbox.after(61)
  await write(reader, { kind: 'khateeb_removed', props: about('Yusuf') })
  await Promise.all([dispatcher(), dispatcher(), dispatcher()].map((it) => sendAll(it)))
  const texts = sent.map((it) => `${it.subject}\n${it.text}`).join('\n')
  for (const name of many) expect(texts.split(`${name} asks`)).toHaveLength(2)
})

test('held news can be sent by another process', async () => {
  await write(reader, ...names.map(request))
  await sendAll()
  await outbox.after(61)
  const files = outbox.dispatcher(outbox.post(null), anHour)
  await sendAll(files)
  const [name = ''] = await readdir(outbox.lettersFolder())
  const email = await PostalMime.parse(await readFile(join(outbox.lettersFolder(), name)))
  expect(email.subject).toBe('5 pieces of news about your khutbahs')
  expect(email.html).toContain('Khateeb')
})

test('a process that lost its lease does not put the letter into a digest', async () => {
  await write(reader, request('Yusuf'))
  const stale = await claimLetter(outbox.reader(), 45_000)
  await outbox.after(1)
  const current = await claimLetter(outbox.reader(), 45_000)
  expect(stale && (await combineIntoDigest(outbox.reader(), stale))).toBe(false)
  expect(current && (await combineIntoDigest(outbox.reader(), current))).toBe(true)
})
