import type { Field } from './schema-fields.ts'

/** A value that a field must refuse, with the reason. */
export type InvalidValue = readonly [why: string, value: unknown]

/** Text fields that may be empty. */
const fieldsThatMayBeEmpty = new Set(['website', 'bio', 'expertise', 'q', 'khateeb', 'note', 'topic'])

/** Lists that may have no items. */
const listsThatMayBeEmpty = new Set(['muted', 'awayDates', 'languages', 'closures', 'seenAssignments'])

/** Multi-line fields. All other fields refuse line breaks as control characters. */
const multilineFields = new Set(['bio', 'expertise', 'reason', 'note'])

/** Fields that accept the time, or an object `{time}`. */
const fieldsThatMayBeObjects = new Set(['khutbahTime', 'time'])

const wrongTypes: readonly InvalidValue[] = [
  ['a number', 7],
  ['a boolean', true],
  ['an array', []],
  ['an object', { a: 1 }],
  ['an object of prototype names', JSON.parse('{"toString":"x","length":1}')],
]

/** A text longer than any field of the contract allows. */
const tooLong = 'a'.repeat(3_000)

const controlCharacters: readonly (readonly [string, string])[] = [
  ['NUL', '\0'],
  ['a bell', '\u0007'],
  ['an escape', '\u001B[31m'],
  ['DEL', '\u007F'],
  ['a C1 control', '\u0085'],
  ['a high surrogate alone', '\uD83D'],
  ['a low surrogate alone', '\uDE00'],
  ['endless marks', '\u0301\u0316'.repeat(16)],
]

const newLineAndTab: readonly (readonly [string, string])[] = [
  ['a new line', '\n'],
  ['a tab', '\t'],
]

const invalidIds = [
  'not-an-id',
  '00000000-0000-4000-8000-00000000000g',
  '{}',
  '1',
  "' or 1=1 --",
  '../../etc/passwd',
]

const invalidDates = [
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2027-02-29',
  '0000-01-01',
  '2026-1-1',
  '20260101',
  '01/02/2026',
  '2026-01-01T00:00',
  '+002026-01-01',
  '-000001-01-01',
  '٢٠٢٦-٠١-٠١',
  'today',
]

const invalidTimes = [
  '25:00',
  '24:00',
  '99:99',
  '12:60',
  '1300',
  '13:00:00',
  '1:0',
  '-1:00',
  '1 PM',
  '13:00Z',
  '١٣:٠٠',
]

const invalidDays = ['02-30', '13-01', '00-10', '04-31', '1-1', '2027-01-01', '01/02', '٠١-٠١']

/** Invalid texts, by the name of the field. */
const invalidTexts: Readonly<Record<string, readonly string[]>> = {
  khutbahTime: invalidTimes,
  time: invalidTimes,
  firstDay: invalidDays,
  lastDay: invalidDays,
  phone: [
    '313555010',
    '31355501000',
    '2 313 555 0100',
    '(313) 555-0100 x12',
    '313-555-OlOO',
    '+44 20 7946 0958',
  ],
  zipCode: ['4812', '481261', '48126-12', '4812a', '４８１２６０', '48126-12345'],
  zip: ['4812', '481261', '48126-12', '4812a'],
  email: [
    'nobody',
    'a@b',
    'a b@minbar.example',
    'a@minbar..example',
    '@minbar.example',
    `${'a'.repeat(250)}@b.example`,
  ],
  website: [
    'minbar',
    'javascript:alert(1)',
    'ftp://minbar.example',
    'https://user:word@minbar.example',
    'https://user@minbar.example',
    'http://127.0.0.1',
    'http://[::1]/',
    'http://2130706433',
    'minbar.example:65536',
    'minbar.example/\uD83D',
    'minbar.example/\u0007',
    'minbar.example/\u202Egpj',
    'a b.example',
  ],
  timeZone: ['Mars/Olympus', '+05:00', 'America/', 'EST5EDT4,M3.2.0,M11.1.0', '13'],
  seenStart: ['2026-12-04', '2026-12-04T18:30Z', '2026-13-04T18:30:00.000Z', '2026-12-04T18:30:00.000+00:00'],
  code: [
    '12345',
    '1234567',
    'abcdef',
    '12345x',
    'ABCD-EFGH-JKLM-NPQR-STUV-WXY',
    'ABCD-EFGH-JKLM-NPQR-STUV-WXY1',
    '１２３４５',
  ],
  token: ['short', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}!`],
  near: ['here', '91,0', '0,181', '42', '42,', '42,-83,1', 'NaN,NaN', '1e2,0', '0x1,0'],
  radius: ['-1', '13001', 'NaN', '1e3', 'Infinity', '0x10'],
  seconds: ['0', '86401', '-1', '1.5', '1e1', 'NaN'],
  about: [...invalidIds, ',', Array(9).fill('00000000-0000-4000-8000-000000000000').join()],
  otherwiseWithin: ['-1', '13001', 'NaN', '1e3', 'Infinity', '0x10'],
  limit: ['0', '101', '-1', '1.5', '1e1', 'NaN'],
  cursor: ['***', ...invalidCursors()],
  // The khateeb of a new slot can only be empty, `None` or `N/A`.
  khateeb: ['Yusuf Khan', 'None of them'],
  password: [tooLong],
}

/** Returns cursors in valid base64url with invalid content. */
export function invalidCursors(): string[] {
  const id = '00000000-0000-4000-8000-000000000000'
  const odd: unknown[] = [
    null,
    7,
    'x',
    [],
    {},
    [1],
    [null, null],
    [{}, {}],
    [true, id],
    [0.5, 'not-an-id'],
    ['2026-02-30', id],
    ['0000-01-01', id],
    ['yesterday', id],
    ['\0', id],
    ['\uD83D', id],
    [[0.5], id],
    [0.5, id, 1],
  ]
  const texts = ['', '{', '[1e999,"x"]', `[1e999,"${id}"]`, '\uFFFE', ...odd.map((it) => JSON.stringify(it))]
  return texts.map((text) => Buffer.from(text).toString('base64url')).filter((it) => it !== '')
}

/** Number fields that may be zero. */
const fieldsThatMayBeZero = new Set(['digestHour', 'minutesAfterDhuhr'])

const invalidNumbers: readonly InvalidValue[] = [
  ['less than nothing', -1],
  ['a half', 0.5],
  ['more than there may be', 1_001],
  ['its text', '5'],
]

/** Returns all values that a field must refuse, derived from a valid value. */
export function invalidValues(field: Field, good: unknown): InvalidValue[] {
  const name = String(field.path.findLast((it) => typeof it === 'string'))
  const text = typeof good === 'string' ? good : ''
  const inURL = field.part !== 'body'
  const types = [...wrongTypes, ...coercibleValues(good)]
  return [
    ...(inURL ? [] : types.filter((bad) => !hasRightType(field, bad[1]))),
    ...(inURL || field.nullable ? [] : [['null', null] as const]),
    ...(field.type === 'string' ? [...invalidTextValues(name, field, text)] : []),
    ...(field.type === 'number' ? invalidNumbers : []),
    ...(field.type === 'number' && !fieldsThatMayBeZero.has(name) ? [['zero', 0] as const] : []),
    ...(field.type === 'array'
      ? [['an array of null', [null]] as const, ['too many', Array(1_000).fill('13:00')] as const]
      : []),
  ]
}

/** Returns values of a wrong type whose `String(…)` is the valid value. */
function coercibleValues(good: unknown): InvalidValue[] {
  const isNumber = typeof good === 'string' && /^[1-9]\d*$/.test(good)
  return [['an array of it', [good]], ...(isNumber ? [['its number', Number(good)] as const] : [])]
}

function hasRightType(field: Field, value: unknown): boolean {
  if (field.type === 'boolean') return typeof value === 'boolean'
  if (field.type === 'number') return typeof value === 'number'
  if (field.type === 'array')
    return Array.isArray(value) && (value.length > 0 || listsThatMayBeEmpty.has(String(field.path.at(-1))))
  return false
}

function* invalidTextValues(name: string, field: Field, good: string): Generator<InvalidValue> {
  const within = (what: string) => good.slice(0, 1) + what + good.slice(1)
  const isInURL = field.part !== 'body'
  if (!fieldsThatMayBeEmpty.has(name) && field.part !== 'params') yield ['empty', '']
  if (field.part === 'query') yield ['twice', [good, good]]
  if (!fieldsThatMayBeEmpty.has(name) && !isInURL && !/password/i.test(name)) yield ['only space', ' \t ']
  yield ['too long', tooLong]
  if (!isInURL && fieldsThatMayBeObjects.has(name)) yield ['an object with a wrong time', { time: '25:00' }]
  const kinds = multilineFields.has(name) ? controlCharacters : [...controlCharacters, ...newLineAndTab]
  for (const [what, character] of kinds) {
    // A URL cannot contain lone surrogates, because encoding replaces them with U+FFFD.
    if (!isInURL || !/surrogate/.test(what)) yield [what, within(character)]
  }
  const bad = field.isDate ? invalidDates : /(uid|id)$/i.test(name) ? invalidIds : (invalidTexts[name] ?? [])
  for (const value of bad) yield [JSON.stringify(value).slice(0, 60), value]
}
