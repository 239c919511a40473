import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createLog, maskEmails } from './log.ts'

/** Logs an error, and returns the line and its `err`. */
function logError(error: unknown): { readonly text: string; readonly err: Record<string, unknown> } {
  let text = ''
  createLog('trace', { write: (line) => void (text += line) }).error({ err: error }, 'it failed')
  const { err }: { err: Record<string, unknown> } = JSON.parse(text)
  return { text, err }
}

test('the log has an error’s message, stack, code and cause, and no other properties', () => {
  const rest = { rawPacket: Buffer.from('secret'), code: 'ECONNRESET' }
  const cause = Object.assign(new Error('the cause'), rest)
  const { text, err } = logError(Object.assign(new Error('it broke', { cause }), { params: ['secret'] }))
  expect(err).toMatchObject({ message: 'it broke', cause: { message: 'the cause', code: 'ECONNRESET' } })
  expect(String(err['stack'])).toContain('log.test.ts')
  expect(text).not.toContain('secret')
  expect(text).not.toContain(Buffer.from('secret').join())
})

test.each([
  'invalid input syntax for type uuid: "secret"',
  'ungültige Eingabesyntax für Typ uuid: »secret«',
  'syntaxe en entrée invalide pour le type uuid : « secret »',
  'la sintaxis de entrada no es válida para tipo uuid: «secret»',
])('the log omits the quoted value and the row contents of the database error “%s”', (sentence) => {
  const error = new pg.DatabaseError(sentence, 1, 'error')
  Object.assign(error, { detail: 'Failing row contains (secret)', constraint: 'rule', code: '22P02' })
  const { text, err } = logError(error)
  const message = sentence.replace(/["»«]\s?secret.*$/u, '"…"')
  expect(err).toMatchObject({ message, constraint: 'rule', code: '22P02' })
  expect(text).not.toContain('secret')
})

test('email addresses are masked, and file paths are not', () => {
  expect(maskEmails('550 <yusuf@minbar.example> unknown, nor a.b+c@d.example.')).toBe(
    '550 <…@…> unknown, nor …@…',
  )
  const path = 'at file:///srv/node_modules/@fastify/cookie/plugin.js:1:2'
  expect(maskEmails(path)).toBe(path)
})

test.each([
  ['550 "yusuf khan"@people.example unknown', '550 …@… unknown'],
  ["<o'brien@people.example>", '<…@…>'],
  ['for x/y@people.example;', 'for …@…'],
  ['bounce to yusuf=40people.example', 'bounce to …@…'],
  ['ORCPT=rfc822;yusuf+40people.example', '…@…'],
  ['see https://mail.example/?to=yusuf%40people.example', 'see …@…'],
  [
    '552 size=4096 is over the limit=40 of mail.example',
    '552 size=4096 is over the limit=40 of mail.example',
  ],
])('exactly the email addresses in “%s” are masked', (text, masked) => {
  expect(maskEmails(text)).toBe(masked)
})

/** Masks email addresses as `maskEmails` does, by shorter patterns that need too much time for long texts. */
function maskEmailsSlowly(text: string): string {
  return text
    .replace(/(?:"[^"\r\n]*"|[^\s<>"@]*[^\s<>"'/@])@[^\s<>"'/@]+/g, '…@…')
    .replace(/[^\s<>"]+[=+%]40[\w-]+(?:\.[\w-]+)+/g, '…@…')
}

test('maskEmails masks the same email addresses in any text as shorter, slower patterns do', () => {
  const part = fc.constantFrom(...Array.from('ab@@."\'/<> \n-=+%é'), '=40', '%40', '.b', '=40a.b', 'a@b.c')
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (it) => {
      expect(maskEmails(it)).toBe(maskEmailsSlowly(it))
    }),
    { numRuns: 20_000 },
  )
})

/** If the time grew with the square of the length, this test would take half an hour. */
test('a text of a million characters without a space is masked', () => {
  for (const part of ['a', '"', 'a/', '=40', '=40a', '.a', '@', "a'@"]) {
    const long = part.repeat(1_000_000 / part.length)
    expect(maskEmails(`${long} a@b.example`)).toBe(`${long} …@…`)
  }
})

test('a thrown value that is not an Error is logged with its type and text', () => {
  expect(logError('gone').err).toEqual({ type: 'string', message: 'gone' })
})
