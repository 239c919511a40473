import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { createDispatcher } from '../../server/letters/dispatcher.ts'
import { openTransport } from '../../server/letters/open-transport.ts'
import { queueLetters } from '../../server/letters/queue-letters.ts'
import { startApp } from '../runtime/app.ts'
import { captureLog } from '../runtime/captured-log.ts'
import { injectionStrings, multilineStrings, refusedStrings } from '../runtime/injection-strings.ts'
import { startMailServer } from '../runtime/mail-server.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { sendDueLetters } from '../runtime/send-due-letters.ts'
import { withPermanentSession } from '../runtime/session.ts'
import { friday } from '../runtime/slots.ts'
import { expectRefusal, sendRequest } from './raw-call.ts'

const { log, lines } = captureLog()
const app = await startApp({ parts: { log } })
const khateeb = await withPermanentSession(app, await newKhateeb(app.baseUrl))
const masjid = await withPermanentSession(app, await newMasjid(app.baseUrl))

/** All stored text fields, by role. The last two are multi-line. */
const fields = [
  ['masjid', 'masjidName'],
  ['masjid', 'masjidAddress'],
  ['khateeb', 'firstName'],
  ['khateeb', 'lastName'],
  ['khateeb', 'bio'],
  ['khateeb', 'expertise'],
] as const

/** Replaces lone surrogates by U+FFFD, as UTF-8 encoding does. */
const wellFormed = (words: string) => Buffer.from(words).toString()

function patch(who: 'khateeb' | 'masjid', body: object) {
  const url = who === 'khateeb' ? '/users/me' : '/masjids/me'
  const { token } = who === 'khateeb' ? khateeb : masjid
  return sendRequest(app.baseUrl, { method: 'PATCH', url, body: JSON.stringify(body), token })
}

async function read(url: string, { token }: Person): Promise<Record<string, unknown>> {
  return JSON.parse((await sendRequest(app.baseUrl, { method: 'GET', url, token })).text)
}

describe.each(fields)('the %s field %s', (who, field) => {
  test('stores injection strings unchanged, in the record and the export', async () => {
    for (const words of injectionStrings) {
      expect((await patch(who, { [field]: words })).status).toBe(200)
      const own = who === 'khateeb' ? khateeb : masjid
      const kept = words.normalize('NFC').trim()
      expect(await read(who === 'khateeb' ? '/users/me' : '/masjids/me', own)).toMatchObject({
        [field]: kept,
      })
      expect(await read('/identity/export', own)).toMatchObject({ profile: { [field]: kept } })
    }
  })

  test('refuses control characters and bidirectional controls, and does not repeat them', async () => {
    const isMultiline = field === 'bio' || field === 'expertise'
    for (const words of refusedStrings.filter((it) => !(isMultiline && multilineStrings.has(it)))) {
      const answer = await patch(who, { [field]: words })
      expect(expectRefusal(answer, 400)).toEqual({ code: 'invalid_input', fields: [field] })
      expect(answer.text).not.toContain('evil')
    }
  })
})

test('errors are JSON and do not repeat the URL', async () => {
  for (const words of [...injectionStrings, ...refusedStrings]) {
    const encoded = encodeURIComponent(wellFormed(words))
    for (const url of [
      `/zip/${encoded}`,
      `/nowhere/${encoded}`,
      `/get_masjid_details/${encoded}?date=${encoded}`,
    ]) {
      const answer = await sendRequest(app.baseUrl, { method: 'GET', url })
      expect([400, 404]).toContain(answer.status)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.text).not.toMatch(/broken|evil/)
    }
  }
})

test('a search treats injection strings as text', async () => {
  for (const words of injectionStrings) {
    const q = encodeURIComponent(words.slice(0, 200))
    const answer = await sendRequest(app.baseUrl, {
      method: 'GET',
      url: `/get_khateebs?near=me&radius=13000&q=${q}`,
      token: masjid.token,
    })
    expect(answer.status).toBe(200)
  }
})

/** The names of a letter's header fields, sorted. */
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
  await app.database.reader.deleteFrom('letters').execute()
  const all = [...injectionStrings, ...refusedStrings].map((words) => wellFormed(words).replaceAll('\0', ''))
  await app.database.transaction((tx) =>
    queueLetters(
      tx,
      all.flatMap((words, number) => {
        const occasion = {
          masjidUid: masjid.uid,
          masjidName: words,
          city: words,
          stateCode: 'MI',
          date: friday,
          time: '13:00',
        }
        const to = `reader-${number}@${domain}`
        const withdrew = {
          kind: 'khateeb_withdrew',
          props: { occasion, khateebName: words, reason: words },
        } as const
        const invited = { kind: 'invite_received', props: { occasion, khateebName: words } } as const
        return [
          { to, letter: { kind: 'gathered', props: { letters: [withdrew, invited] } } },
          { to, letter: { kind: 'welcome', props: { name: words, role: 'khateeb', token: 'a'.repeat(43) } } },
          { to, letter: withdrew },
          { to, letter: invited },
        ] as const
      }),
    ),
  )
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
  // Only tags of our templates.
  const tags = new Set([...html.matchAll(/<\/?([a-z!]+)/gi)].map((it) => it[1]?.toLowerCase()))
  const ours = '!doctype html head meta title style body div p bdi span a'.split(' ')
  expect([...tags].filter((it) => !ours.includes(it ?? ''))).toEqual([])
  for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
    expect(href).toMatch(/^https:\/\/minbar\.test\//)
  expect(html).not.toMatch(/<[^>]*\son\w+=/i)
  // The title cannot have elements, so it isolates names by control characters. The rest uses <bdi>.
  expect(html.replace(/<title>\u2068?[^<\u202a-\u202e]*<\/title>/, '')).not.toMatch(
    /[\u202a-\u202e\u2066-\u2069]/,
  )
}

test('no text injects headers, markup or links into a letter, as a file or by SMTP', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'minbar-injection-'))
  const received: Buffer[] = []
  const recipients: string[] = []
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      recipients.push(address)
      done()
    },
    onData(stream, _session, done) {
      const keep = async () => {
        received.push(await buffer(stream))
        done()
      }
      void keep()
    },
  })
  const limit = { calls: 1_000_000, seconds: 1 }
  const parts = { database: app.database, log, publicUrl: 'https://minbar.test', limit }
  const sendAll = async (smtpUrl: string | null, domain: string) => {
    await queueInjections(domain)
    const transport = openTransport({ smtpUrl, mailFrom: 'no-reply@minbar.test', dataDir })
    await sendDueLetters(createDispatcher({ ...parts, transport }))
    transport.close()
  }
  const count = 4 * (injectionStrings.length + refusedStrings.length)
  await sendAll(null, 'minbar.example')
  const folder = join(dataDir, 'letters')
  const files = await readdir(folder)
  expect(files).toHaveLength(count)
  for (const name of files) await expectHarmless(await readFile(join(folder, name)))

  await sendAll(server.url, 'people.test')
  expect(received).toHaveLength(count)
  for (const raw of received) await expectHarmless(raw)
  expect(new Set(recipients)).toEqual(
    new Set(Array.from({ length: count / 4 }, (_, n) => `reader-${n}@people.test`)),
  )
  await server.close()
  await rm(dataDir, { recursive: true })
})

test('no text forges a log line', async () => {
  for (const words of [...injectionStrings, ...refusedStrings]) {
    const forged = `${words}\n{"level":60,"msg":"forged"}`
    await patch('khateeb', { firstName: forged })
    await sendRequest(app.baseUrl, {
      method: 'GET',
      url: `/nowhere?${encodeURIComponent(wellFormed(forged))}`,
      headers: { 'user-agent': encodeURIComponent(wellFormed(forged)) },
    })
  }
  for (const line of lines) {
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(JSON.parse(line)).not.toHaveProperty('msg', 'forged')
  }
})
