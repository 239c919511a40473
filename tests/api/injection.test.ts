import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { startApp } from '../runtime/app.ts'
import { captureLog } from '../runtime/captured-log.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { commonProps } from '../runtime/expected-letters.ts'
import { injectionStrings, multilineStrings, refusedStrings } from '../runtime/injection-strings.ts'
import { insertLetters } from '../runtime/insert-letters.ts'
import { startMailServer } from '../runtime/mail-server.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { queuedLetters } from '../runtime/queued-letters.ts'
import { invalidInput } from '../runtime/refusals.ts'
import { sendLetters } from '../runtime/send-due-letters.ts'
import type { RawRequest } from '../runtime/send-request.ts'
import { withPermanentSession } from '../runtime/session.ts'
import { confirmKhateeb, fridayAfter, postSlot, type Slot, withdrawFrom } from '../runtime/slots.ts'
import { expectRefusal } from './raw-call.ts'

const { log, lines } = captureLog()
const app = await startApp({ parts: { log } })
const khateeb = await withPermanentSession(app, await newKhateeb(app.baseUrl))
const masjid = await withPermanentSession(app, await newMasjid(app.baseUrl))

/** Free-text fields of profiles, by role. The last two are multi-line. */
const fields = [
  ['masjid', 'masjidName'],
  ['masjid', 'masjidAddress'],
  ['khateeb', 'firstName'],
  ['khateeb', 'lastName'],
  ['khateeb', 'bio'],
  ['khateeb', 'expertise'],
] as const

/** Replaces lone surrogates with U+FFFD, as UTF-8 encoding does. */
const toWellFormed = (words: string) => Buffer.from(words).toString()

const ownProfiles = {
  khateeb: { url: '/users/me', token: khateeb.token },
  masjid: { url: '/masjids/me', token: masjid.token },
}

function patch(who: 'khateeb' | 'masjid', body: object) {
  return app.send({ method: 'PATCH', url: ownProfiles[who].url, body, token: ownProfiles[who].token })
}

async function read(request: RawRequest): Promise<Record<string, unknown>> {
  return JSON.parse((await app.send(request)).text)
}

describe.each(fields)('the %s field %s', (who, field) => {
  test('stores injection strings unchanged, in the record and the export', async () => {
    for (const words of injectionStrings) {
      expect((await patch(who, { [field]: words })).status).toBe(200)
      const kept = { [field]: words.normalize('NFC').trim() }
      expect(await read(ownProfiles[who])).toMatchObject(kept)
      expect(await read({ ...ownProfiles[who], url: '/identity/export' })).toMatchObject({ profile: kept })
    }
  })

  test('refuses control characters and bidirectional controls, with an error that does not repeat them', async () => {
    const isMultiline = field === 'bio' || field === 'expertise'
    for (const words of refusedStrings.filter((it) => !(isMultiline && multilineStrings.has(it)))) {
      const response = await patch(who, { [field]: words })
      expect(expectRefusal(response, 400)).toEqual({ code: 'invalid_input', fields: [field] })
      expect(response.text).not.toContain('evil')
    }
  })
})

async function postAndConfirm(date: string): Promise<Slot> {
  const slot = await postSlot(masjid, '09:00', date)
  await confirmKhateeb(masjid, khateeb, slot)
  return slot
}

describe('the reason of a withdrawal', () => {
  test('with an injection string is unchanged in the queued letter', async () => {
    for (const [number, words] of injectionStrings.entries()) {
      await withdrawFrom(khateeb, await postAndConfirm(fridayAfter(number)), words)
      const letters = await queuedLetters(app.database, masjid.email, 'khateeb_withdrew')
      expect(letters.at(-1)).toMatchObject({ reason: words.normalize('NFC').trim() })
    }
  })

  test('with control or bidirectional characters is refused, and the error names its field', async () => {
    const refused = invalidInput({ reason: expect.any(String) })
    const slot = await postAndConfirm(fridayAfter(injectionStrings.length))
    for (const words of refusedStrings.filter((it) => !multilineStrings.has(it)))
      await expect(withdrawFrom(khateeb, slot, words)).rejects.toMatchObject(refused)
  })
})

test('errors for URLs with injection strings are JSON and do not repeat the URL', async () => {
  for (const words of [...injectionStrings, ...refusedStrings]) {
    const encoded = encodeURIComponent(toWellFormed(words))
    for (const url of [
      `/zip/${encoded}`,
      `/nowhere/${encoded}`,
      `/get_masjid_details/${encoded}?date=${encoded}`,
    ]) {
      const response = await app.send({ url })
      expect([400, 404]).toContain(response.status)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(response.text).not.toMatch(/broken|evil/)
    }
  }
})

test('a search accepts injection strings', async () => {
  for (const words of injectionStrings) {
    const q = encodeURIComponent(words.slice(0, 200))
    const response = await app.send({
      url: `/get_khateebs?near=me&radius=13000&q=${q}`,
      token: masjid.token,
    })
    expect(response.status).toBe(200)
  }
})

/** Returns the names of a letter's header fields, sorted. */
function headerNamesOf(raw: string): string[] {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  return head
    .split(/\r\n(?![ \t])/)
    .map((line) => line.split(':', 1)[0]?.toLowerCase() ?? '')
    .toSorted()
}

const headerNames = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
]

/** Queues letters in which all names, places and reasons are injection strings. */
async function queueInjections(domain: string): Promise<void> {
  await app.database.db.deleteFrom('letters').execute()
  const all = [...injectionStrings, ...refusedStrings].map((words) =>
    toWellFormed(words).replaceAll('\0', ''),
  )
  const letters = all.flatMap((words, number) => {
    const occasion = { ...commonProps.occasion, masjidName: words, address: words, city: words }
    const common = { ...commonProps, occasion, khateebName: words }
    const to = `reader-${number}@${domain}`
    const withdrew = { kind: 'khateeb_withdrew', props: { ...common, reason: words } } as const
    const invited = { kind: 'invite_received', props: common } as const
    return [
      { to, letter: { kind: 'gathered', props: { letters: [withdrew, invited] } } },
      { to, letter: { kind: 'email_restored', props: { name: words, token: 'a'.repeat(43) } } },
      { to, letter: withdrew },
      { to, letter: invited },
    ] as const
  })
  await insertLetters(app.database.db, letters)
}

/** Expects one letter to one recipient, without injected headers, scripts, tags or links. */
async function expectHarmless(raw: Buffer): Promise<void> {
  expect(headerNamesOf(raw.toString())).toEqual(headerNames)
  const { to, cc, bcc, subject = '', text = '', html = '', attachments } = await PostalMime.parse(raw)
  expect([to?.length, cc, bcc, attachments.length]).toEqual([1, undefined, undefined, 0])
  expect(to?.[0]?.address).toMatch(/^reader-\d+@/)
  expect(subject).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
  // The only control characters are line breaks, and the only bidirectional controls are our isolates around names.
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066\u2067]/u)
  expect(text.split('\u2068')).toHaveLength(text.split('\u2069').length)
  expect(text).not.toMatch(/^Bcc:/im)
  // Only the tags of our templates may occur.
  const tags = new Set([...html.matchAll(/<\/?([a-z!]+)/gi)].map((it) => it[1]?.toLowerCase()))
  const ours = '!doctype html head meta title style body div p br bdi span a'.split(' ')
  expect([...tags].filter((it) => !ours.includes(it ?? ''))).toEqual([])
  for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
    expect(href).toMatch(
      /^https:\/\/minbar\.test\/|^https:\/\/www\.google\.com\/maps\/search\/\?api=1&amp;query=(?:[\w.!~*()%-]|&#39;)*$/,
    )
  expect(html).not.toMatch(/<[^>]*\son\w+=/i)
  // <title> cannot contain elements, so control characters isolate the names in it. In the body, <bdi> isolates them.
  expect(html.replace(/<title>\u2068?[^<\u202a-\u202e]*<\/title>/, '')).not.toMatch(
    /[\u202a-\u202e\u2066-\u2069]/,
  )
}

test('no injection string adds headers, markup or links to a letter that is stored as a file or sent by SMTP', async () => {
  const recipients: string[] = []
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      recipients.push(address)
      done()
    },
  })
  const dataDir = await newDataFolder()
  const count = 4 * (injectionStrings.length + refusedStrings.length)
  await queueInjections('minbar.example')
  await sendLetters({ database: app.database, log, dataDir })
  const folder = join(dataDir, 'letters')
  const files = await readdir(folder)
  expect(files).toHaveLength(count)
  for (const name of files) await expectHarmless(await readFile(join(folder, name)))

  await queueInjections('people.test')
  await sendLetters({ database: app.database, log, dataDir, smtpUrl: server.url })
  expect(server.raw).toHaveLength(count)
  for (const raw of server.raw) await expectHarmless(raw)
  expect(new Set(recipients)).toEqual(
    new Set(Array.from({ length: count / 4 }, (_, n) => `reader-${n}@people.test`)),
  )
})

test('no injection string forges a log line', async () => {
  for (const words of [...injectionStrings, ...refusedStrings]) {
    const forged = `${words}\n{"level":60,"msg":"forged"}`
    await patch('khateeb', { firstName: forged })
    await app.send({
      url: `/nowhere?${encodeURIComponent(toWellFormed(forged))}`,
      headers: { 'user-agent': encodeURIComponent(toWellFormed(forged)) },
    })
  }
  for (const line of lines) {
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(JSON.parse(line)).not.toHaveProperty('msg', 'forged')
  }
})
