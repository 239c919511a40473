import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { passwordFaults } from '../../domain/identity/password-policy.ts'
import { badValues } from '../../tests/api/bad-values.ts'
import { type Field, fieldsOf } from '../../tests/api/schema-fields.ts'
import { fieldSentences, inOurWords } from './field-sentences.ts'
import { words } from './words.ts'

/** What the page itself fills in; nobody could mend it. */
const notTyped = /(uid|id|token|khateeb|remember|limit|khutbah(date|time))$/i

const typed = endpoints.flatMap((endpoint) =>
  fieldsOf(endpoint)
    .filter(({ part, path }) => part === 'body' && !notTyped.test(path.join('.')))
    .map((field) => ({ endpoint, field, name: `${endpoint.name} ${field.path.join('.')}` })),
)

/** All that the contract says of a field, whatever stands in it. */
function faultsOf(endpoint: Endpoint, field: Field): string[] {
  const good = field.type === 'array' ? ['13:00'] : 'abcd'
  const bad = [undefined, [], ...badValues(field, good).map(([, value]) => value)]
  return bad.flatMap((value) => {
    const { error } = z.safeParse(endpoint.body ?? z.object({}), bodyWith(field, value))
    const issues = error?.issues ?? []
    return issues.filter(({ path }) => path.join('.') === field.path.join('.')).map((it) => it.message)
  })
}

function bodyWith({ path }: Field, value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  )
}

/** What nobody is told of a field in a form. */
const ofNoForm = /cursor|npx tsx/

/** Every sentence that the server's capabilities hold, as it may be told. */
const ofTheServer = ['directory', 'identity', 'khutbahs', 'proposals'].flatMap((folder) => {
  const home = join(import.meta.dirname, '../../server', folder)
  const files = readdirSync(home).filter((name) => /^[^.]+\.ts$/.test(name))
  return files.flatMap((name) => sentencesIn(readFileSync(join(home, name), 'utf8')))
})

function sentencesIn(source: string): string[] {
  return [...source.matchAll(/(['`])([A-Z][a-z]* [^\n]*?\.)\1/g)]
    .map(([, , text = '']) => text.replaceAll(/\$\{.*?\}(?![)}])/g, 'Dr. Ali, Dr. Omar'))
    .filter((text) => !ofNoForm.test(text))
}

const strict = { lowercase: true, uppercase: true, numeric: true, nonAlphanumeric: true }
const ofPasswords = [
  ...passwordFaults({ ...strict, minLength: 6, maxLength: 256 }, () => true, ''),
  ...passwordFaults({ ...strict, minLength: 1, maxLength: 1 }, () => false, 'no'),
]

const ofThePage = ['Passwords do not match']

const numbers = fieldSentences.map((_, number) => `${number}`)

beforeAll(() => {
  words.load('numbers', Object.fromEntries(fieldSentences.map((name, number) => [name, `${number}`])))
  words.load('backwards', {
    'The password must have at least {limit} characters.': '{limit}: at least so many characters.',
    'In this zone the clocks skip {time} on {date}.': '{date} has no {time} in this zone.',
    'The password must have a digit.': 'A digit is missing.',
  })
})
afterEach(() => words.activate('en'))

test.each(typed)(
  'whatever may be wrong with $name is told in the language of the page',
  ({ endpoint, field }) => {
    const faults = faultsOf(endpoint, field)
    expect(faults.length).toBeGreaterThan(0)
    words.activate('numbers')
    expect(faults.filter((it) => !numbers.includes(inOurWords(it)))).toEqual([])
  },
)

test('so is whatever the server says beyond the contract', () => {
  expect(ofTheServer.length).toBeGreaterThan(4)
  words.activate('numbers')
  expect([...ofTheServer, ...ofPasswords].filter((it) => !numbers.includes(inOurWords(it)))).toEqual([])
})

test('nothing is in the catalogue that is never said', () => {
  const said = typed.flatMap(({ endpoint, field }) => faultsOf(endpoint, field))
  words.activate('numbers')
  const used = new Set([...said, ...ofTheServer, ...ofPasswords, ...ofThePage].map(inOurWords))
  expect(fieldSentences.filter((_, number) => !used.has(`${number}`))).toEqual([])
})

test('in English everything is told as it is said', () => {
  for (const said of [...ofTheServer, ...ofPasswords, ...ofThePage]) expect(inOurWords(said)).toBe(said)
})

test('what differs from time to time stands where the language wants it', () => {
  words.activate('backwards')
  expect(inOurWords('In this zone the clocks skip 02:30 on 2027-03-14.')).toBe(
    '2027-03-14 has no 02:30 in this zone.',
  )
  expect(inOurWords('The password must have at least 8 characters. The password must have a digit.')).toBe(
    '8: at least so many characters. A digit is missing.',
  )
})

test('what the page has no words for is told as it came', () => {
  expect(inOurWords('Ask the imam. He knows.')).toBe('Ask the imam. He knows.')
})
