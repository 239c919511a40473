import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { commonProps, expectedLetters } from '../../tests/runtime/expected-letters.ts'
import { minutesLater, openOutbox } from '../../tests/runtime/outbox.ts'
import type { Letter } from './content/letter.ts'
import { combineIntoDigest } from './digest.ts'
import { claimLetter } from './outbox-store.ts'
import type { OutgoingLetter } from './transport.ts'

const outbox = await openOutbox()
/** The confirmed address of a person. */
const confirmedAddress = 'reader@people.test'
/** An address that was never confirmed, so it may belong to a stranger who never asked for letters. */
const unconfirmedAddress = 'stranger@people.test'
const hourlyLimit = { calls: 3, seconds: 3_600 }

const person = { email: confirmedAddress, password_hash: '', email_verified_at: new Date() } as const
await outbox.db.insertInto('people').values(person).execute()
beforeEach(() => sql`delete from rate_limits`.execute(outbox.db))

/** Sends the letters that are due, and returns them in order. */
async function sendDue(): Promise<OutgoingLetter[]> {
  const sent: OutgoingLetter[] = []
  await outbox.dispatcher({ send: async (letter) => void sent.push(letter) }, hourlyLimit).sendDue()
  return sent
}

const subjectsOf = (letters: readonly OutgoingLetter[]) => letters.map((it) => it.subject)

/** Returns props with a new khateeb at each call. News about the same khateeb and slot would be listed as outdated. */
const propsAbout = (khateebName: string) => ({ ...commonProps, khateebUid: randomUUID(), khateebName })
const request = (name: string): Letter => ({ kind: 'request_received', props: propsAbout(name) })
const removal: Letter = { kind: 'khateeb_removed', props: propsAbout('Yusuf') }

/** Returns a letter that only updates the event of a slot in the reader's mail calendar. */
const eventUpdate = (khateebName: string): Letter => ({
  kind: 'you_moved_slot',
  props: { ...expectedLetters.you_moved_slot.props, ...propsAbout(khateebName) },
})

const names = Array.from({ length: 8 }, (_, n) => `Khateeb ${n}`)

test("news above a recipient's hourly limit is held and then sent in one digest", async () => {
  await outbox.write(confirmedAddress, ...names.map(request))
  await outbox.write('another@people.test', request('Bilal'))
  const sent = await sendDue()
  expect(sent.filter((it) => it.to === confirmedAddress)).toHaveLength(3)
  expect(sent.filter((it) => it.to !== confirmedAddress)).toHaveLength(1)

  await outbox.after(61)
  const later = await sendDue()
  expect(subjectsOf(later)).toEqual(['5 updates about your khutbahs'])
  expect(await outbox.rows()).toContainEqual(
    expect.objectContaining({ kind: 'gathered', created_at: minutesLater(0) }),
  )
  const late = names.filter((name) => !sent.some(({ subject }) => subject.includes(name)))
  expect(late).toHaveLength(5)
  for (const name of late) expect(later[0]?.text).toContain(`${name} would like to give the khutbah`)
  await outbox.after(200)
  expect(await outbox.dispatcher(outbox.transportTo(null), hourlyLimit).sendDue()).toBe(0)
})

test('urgent news is sent at once, as the first item of a digest with all held news', async () => {
  const many = Array.from({ length: 60 }, (_, n) => `Khateeb no. ${n}.`)
  await outbox.write(confirmedAddress, ...many.map(request))
  await sendDue()
  await outbox.after(1)
  await outbox.write(confirmedAddress, {
    kind: 'khateeb_withdrew',
    props: { ...propsAbout('Yusuf'), reason: 'I am ill.' },
  })
  const sent = await sendDue()
  expect(subjectsOf(sent)).toEqual([expect.stringMatching(/^Yusuf can’t give .* \(and 57 more updates\)$/u)])
  expect(sent[0]?.text).toContain('Yusuf can’t give the khutbah')
  expect(sent[0]?.text).toContain('I am ill.')
  // A digest lists at most 40 items.
  expect(sent[0]?.text).toContain('And 18 more')
  expect(await outbox.rows()).toHaveLength(4)
})

test.each([
  { kind: 'slot_removed', props: { ...propsAbout('Yusuf'), was: 'invite' } },
  { kind: 'masjid_left', props: { ...propsAbout('Yusuf'), was: 'request' } },
  { kind: 'khateeb_left', props: { ...propsAbout('Yusuf'), was: 'invite' } },
] satisfies Letter[])('the news $kind about a proposal is held above the hourly limit', async (letter) => {
  await outbox.write(confirmedAddress, ...names.slice(0, 3).map(request))
  await sendDue()
  await outbox.write(confirmedAddress, letter)
  expect(await sendDue()).toEqual([])
})

test('letters that only update calendar events count toward an hourly limit of their own', async () => {
  await outbox.write(confirmedAddress, ...names.slice(0, 5).map(eventUpdate))
  expect(await sendDue()).toHaveLength(3)
  await outbox.write(confirmedAddress, ...names.slice(0, 4).map(request))
  expect(await sendDue()).toHaveLength(3)

  await outbox.after(61)
  const [digest, ...others] = await sendDue()
  expect(others).toEqual([])
  expect(digest?.subject).toBe('3 updates about your khutbahs')
  expect(digest?.text).toContain('would like to give the khutbah')
  // The digest has a request, not only event updates. So it is the first of the three letters with news that are allowed in this hour.
  await outbox.write(confirmedAddress, ...names.slice(5).map(request), request('Yusuf'))
  expect(await sendDue()).toHaveLength(2)
})

test('a digest that only updates calendar events does not use up the hourly limit of news', async () => {
  await outbox.write(confirmedAddress, ...names.slice(0, 5).map(eventUpdate))
  await sendDue()
  await outbox.after(61)
  expect(subjectsOf(await sendDue())).toEqual(['2 updates about your khutbahs'])
  await outbox.write(confirmedAddress, ...names.slice(0, 4).map(request))
  expect(await sendDue()).toHaveLength(3)
  // The digest was the first of the three letters with only event updates that are allowed in this hour.
  await outbox.write(confirmedAddress, ...names.slice(5).map(eventUpdate))
  expect(await sendDue()).toHaveLength(2)
})

test('an unconfirmed address gets at most one letter an hour, even if the letter only updates a calendar event', async () => {
  await outbox.write(unconfirmedAddress, eventUpdate('Yusuf'))
  expect(await sendDue()).toHaveLength(1)
  await outbox.write(unconfirmedAddress, eventUpdate('Bilal'), request('Bilal'))
  expect(await sendDue()).toEqual([])
})

test('a digest lists news that only updates calendar events after all other news', async () => {
  await outbox.write(confirmedAddress, ...names.slice(0, 3).flatMap((it) => [request(it), eventUpdate(it)]))
  await sendDue()
  await outbox.write(confirmedAddress, ...names.slice(3, 7).map(eventUpdate))
  await outbox.write(confirmedAddress, ...Array.from({ length: 38 }, (_, n) => request(`Khateeb no. ${n}.`)))
  await sendDue()
  await outbox.after(61)
  const [digest] = await sendDue()
  expect(digest?.text.match(/would like to give the khutbah/gu)).toHaveLength(38)
  expect(digest?.text.match(/Your masjid has moved the khutbah/gu)).toHaveLength(2)
  expect(digest?.text.indexOf('Your masjid has moved')).toBeGreaterThan(
    digest?.text.lastIndexOf('would like to give') ?? Number.POSITIVE_INFINITY,
  )
  expect(digest?.text).toContain('And 2 more')
})

test('news in a digest is not listed under “Before that” if the only later letter about the same slot and khateeb just updates the calendar event', async () => {
  const about = propsAbout('Yusuf')
  await outbox.write(confirmedAddress, ...names.slice(0, 3).flatMap((it) => [request(it), eventUpdate(it)]))
  await sendDue()
  await outbox.write(confirmedAddress, { kind: 'request_received', props: about })
  await outbox.after(1)
  await outbox.write(confirmedAddress, {
    kind: 'you_moved_slot',
    props: { ...expectedLetters.you_moved_slot.props, ...about },
  })
  await sendDue()
  await outbox.write(confirmedAddress, removal)
  const [digest] = await sendDue()
  expect(digest?.text).toContain('Yusuf would like to give the khutbah')
  expect(digest?.text).toContain('Your masjid has moved the khutbah')
  expect(digest?.text).not.toContain('Before that')
})

test('an unconfirmed address gets at most one letter with news an hour, which may be a digest', async () => {
  await outbox.write(unconfirmedAddress, ...names.slice(0, 3).map(request))
  expect(subjectsOf(await sendDue())).toEqual([expect.stringContaining('would like to give the khutbah')])
  await outbox.write(unconfirmedAddress, { kind: 'invite_accepted', props: propsAbout('Yusuf') })
  expect(await sendDue()).toEqual([])
  await outbox.after(61)
  expect(subjectsOf(await sendDue())).toEqual(['3 updates about your khutbahs'])
  // The digest has used up the limit of one letter an hour to an unconfirmed address.
  await outbox.write(unconfirmedAddress, request('Yusuf'))
  expect(await sendDue()).toEqual([])
})

test.each([
  { kind: 'khateeb_withdrew', props: { ...propsAbout('Yusuf'), reason: 'I am ill.' } },
  { kind: 'khateeb_removed', props: propsAbout('Yusuf') },
  { kind: 'slot_removed', props: { ...propsAbout('Yusuf'), was: 'confirmed' } },
  { kind: 'masjid_left', props: { ...propsAbout('Yusuf'), was: 'confirmed' } },
  { kind: 'khateeb_left', props: { ...propsAbout('Yusuf'), was: 'confirmed' } },
] satisfies Letter[])(
  'the cancellation $kind is sent to an unconfirmed address at once, up to six times a day',
  async (letter) => {
    await outbox.write(unconfirmedAddress, request('Bilal'))
    await sendDue()
    for (let times = 1; times <= 6; times += 1) {
      await outbox.write(unconfirmedAddress, letter)
      expect(await sendDue()).toHaveLength(1)
    }
    await outbox.write(unconfirmedAddress, letter, letter)
    expect(await sendDue()).toEqual([])
    await outbox.after(61)
    expect(subjectsOf(await sendDue())).toEqual([expect.stringMatching(/ \(and another update\)$/u)])
    await outbox.write(unconfirmedAddress, letter)
    expect(await sendDue()).toEqual([])
    await outbox.after(24 * 60 + 1)
    await sendDue()
    await outbox.write(unconfirmedAddress, letter)
    expect(await sendDue()).toHaveLength(1)
  },
)

const move: Letter = {
  kind: 'masjid_moved',
  props: { ...expectedLetters.masjid_moved.props, was: 'confirmed' },
}

test('urgent news about moved masjids is sent to a confirmed address at once, even above the hourly limit', async () => {
  await outbox.write(confirmedAddress, ...names.slice(0, 3).map(request))
  await sendDue()
  for (let times = 1; times <= 10; times += 1) {
    await outbox.write(confirmedAddress, move)
    expect(await sendDue()).toHaveLength(1)
  }
})

test('non-urgent news about a moved masjid is held after the hourly limit is reached', async () => {
  await outbox.write(confirmedAddress, ...names.slice(0, 3).map(request))
  await sendDue()
  const props = { ...expectedLetters.masjid_moved.props, was: 'confirmed', isUrgent: false } as const
  await outbox.write(confirmedAddress, { kind: 'masjid_moved', props })
  expect(await sendDue()).toEqual([])
})

test('a cancellation to an unconfirmed address is sent at once, in a digest with the held news', async () => {
  await outbox.write(unconfirmedAddress, ...names.slice(0, 3).map(request))
  await sendDue()
  await outbox.write(unconfirmedAddress, removal)
  const [sent] = await sendDue()
  expect(sent?.subject).toMatch(/^You are no longer giving the khutbah .* \(and 2 more updates\)$/u)
  expect(sent?.text).toContain('You are no longer giving the khutbah')
})

test('held news with a malformed id is sent like other held news', async () => {
  await outbox.write(confirmedAddress, ...names.slice(0, 3).map(request))
  await sendDue()
  const props = { ...propsAbout('Yusuf'), proposalId: 'no uuid' }
  await outbox.write(confirmedAddress, { kind: 'request_received', props })
  await sendDue()
  await outbox.after(61)
  expect(subjectsOf(await sendDue())).toEqual([expect.stringContaining('Yusuf would like to give')])
})

test('a digest lists two requests for one slot, by khateebs with the same name, as two current requests', async () => {
  await outbox.write(confirmedAddress, ...names.slice(0, 3).map(request))
  await sendDue()
  await outbox.write(confirmedAddress, request('Yusuf'), request('Yusuf'))
  await sendDue()
  await outbox.after(61)
  const [sent] = await sendDue()
  expect(sent?.text.match(/Yusuf would like to give the khutbah/gu)).toHaveLength(2)
  expect(sent?.text).not.toContain('Before that')
})

test('a single held piece of news is sent as an ordinary letter', async () => {
  await outbox.write(confirmedAddress, ...names.slice(0, 4).map(request))
  await sendDue()
  await outbox.after(61)
  expect(subjectsOf(await sendDue())).toEqual([expect.stringContaining('would like to give the khutbah')])
})

test('a digest with news that cannot be rendered contains the other news', async () => {
  await outbox.write(confirmedAddress, ...names.slice(0, 3).map(request))
  await sendDue()
  const { props } = expectedLetters.masjid_moved
  const before = { ...props.before, timeZone: 'America/Atlantis' }
  await outbox.write(confirmedAddress, request('Bilal'), {
    kind: 'masjid_moved',
    props: { ...props, before, isUrgent: false },
  })
  await sendDue()
  await outbox.write(confirmedAddress, removal)
  const [sent] = await sendDue()
  expect(sent?.subject).toMatch(/^You are no longer giving the khutbah .* \(and 2 more updates\)$/u)
  expect(sent?.text).toContain('You are no longer giving the khutbah')
  expect(sent?.text).toContain('Bilal would like to give the khutbah')
  expect(sent?.text).toContain('And 1 more: your dashboard shows everything.')
})

test('a letter about the security of an account is sent at once, even above the hourly limit', async () => {
  await outbox.write(confirmedAddress, ...names.map(request))
  await sendDue()
  await outbox.write(confirmedAddress, { kind: 'password_changed', props: { name: 'Masjid An-Nur' } })
  expect(subjectsOf(await sendDue())).toEqual(['Your Minbar password was changed'])
})

test('concurrent dispatchers send every piece of news exactly once', async () => {
  const many = Array.from({ length: 30 }, (_, n) => `Khateeb no. ${n}.`)
  await outbox.write(confirmedAddress, ...many.map(request))
  const first = await Promise.all([sendDue(), sendDue(), sendDue()])
  await outbox.after(61)
  await outbox.write(confirmedAddress, removal)
  const second = await Promise.all([sendDue(), sendDue(), sendDue()])
  const sent = [...first, ...second].flat()
  const texts = sent.map((it) => `${it.subject}\n${it.text}`).join('\n')
  for (const name of many) expect(texts.split(`${name} would like to give the khutbah`)).toHaveLength(2)
})

test('held news can be sent by another process', async () => {
  await outbox.write(confirmedAddress, ...names.map(request))
  await sendDue()
  await outbox.after(61)
  await outbox.dispatcher(outbox.transportTo(null), hourlyLimit).sendDue()
  const [name = ''] = await readdir(outbox.lettersFolder)
  const email = await PostalMime.parse(await readFile(join(outbox.lettersFolder, name)))
  expect(email.subject).toBe('5 updates about your khutbahs')
  expect(email.html).toContain('Khateeb')
})

test('a process that lost the lease of a letter cannot put it into a digest', async () => {
  await outbox.write(confirmedAddress, request('Yusuf'))
  const stale = await claimLetter(outbox.db, 45_000)
  await outbox.after(1)
  const current = await claimLetter(outbox.db, 45_000)
  expect(stale && (await combineIntoDigest(outbox.db, stale))).toEqual([])
  expect(current && (await combineIntoDigest(outbox.db, current))).toHaveLength(1)
})
