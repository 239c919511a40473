import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { decodeFieldError } from '../../contract/field-error-encoding.ts'
import { type FieldErrorCode, fieldErrorMessage, fieldErrorMessages } from '../../contract/field-errors.ts'
import { passwordErrors } from '../../domain/identity/password-policy.ts'
import { invalidValues } from '../../tests/api/invalid-values.ts'
import { type Field, fieldsOf } from '../../tests/api/schema-fields.ts'
import { fieldErrorsMessage, messagesByField } from './field-error-messages.ts'
import { lingui } from './i18n.ts'

/** Fields that the user does not type, because the page fills them in or offers a choice. */
const untypedFieldPattern =
  /(uid|id|token|khateeb|remember|memberRole|andOlder|answer|delivery|muted(\.0)?|stay|awayDates|services(\.0)?|key|season|firstDay|lastDay|closures|khateebUids(\.0)?|slotIds(\.0)?|seenAssignments(\.0)?|seenPlan|slots(\.0)?|moves(\.0)?|languages?(\.0)?|shortNotice|named|mark|approvedOnly|limit|khutbah(date|time))$/i

const fields = endpoints.flatMap((endpoint) =>
  fieldsOf(endpoint).map((field) => ({ endpoint, field, name: `${endpoint.name} ${field.path.join('.')}` })),
)
const typedFields = fields.filter(
  ({ field: { part, path } }) => part === 'body' && !untypedFieldPattern.test(path.join('.')),
)

/** Returns the field error codes that the contract's schema gives for invalid values of a field. */
function codesOf(endpoint: Endpoint, field: Field): FieldErrorCode[] {
  const good = field.type === 'array' ? ['13:00'] : 'abcd'
  const bad = [undefined, [], ...invalidValues(field, good).map(([, value]) => value)]
  return bad.flatMap((value) => {
    const { error } = z.safeParse(endpoint[field.part] ?? z.object({}), inputWith(field, value))
    const issues = (error?.issues ?? []).filter(({ path }) => path.join('.') === field.path.join('.'))
    return issues.map(({ message }) => decodeFieldError(message).code)
  })
}

function inputWith({ path }: Field, value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  )
}

afterEach(() => lingui.activate('en'))

const fieldErrorCodes = Object.keys(fieldErrorMessages).filter(
  (it): it is FieldErrorCode => it in fieldErrorMessages,
)

test.each(typedFields)('every field error of $name has a specific sentence', ({ endpoint, field }) => {
  const codes = codesOf(endpoint, field)
  expect(codes.length).toBeGreaterThan(0)
  expect(codes).not.toContain('not_valid')
})

/** All source code except the tests and `contract/field-errors.ts`, which defines the codes. */
const source = ['contract', 'domain', 'server', 'web']
  .map((room) => join(import.meta.dirname, '../..', room))
  .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)))
  .filter((file) => /\.tsx?$/.test(file) && !/(\.test|\/field-errors)\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test('every field error code is used by a schema or by other code', () => {
  const classes = { lowercase: true, uppercase: true, numeric: true, nonAlphanumeric: true }
  const ofPassword = passwordErrors({ ...classes, minLength: 6, maxLength: 256 }, () => true, '')
  const reported = new Set([
    ...fields.flatMap(({ endpoint, field }) => codesOf(endpoint, field)),
    ...ofPassword.map(({ code }) => code),
  ])
  expect(fieldErrorCodes.filter((code) => !reported.has(code) && !source.includes(`'${code}'`))).toEqual([])
})

const values = { field: 'masjidUid', limit: 6, min: 1, max: 9, count: 2 }
const params = { ...values, zones: 'America/Detroit', khateeb: 'Dr. Ali', time: '02:30', date: '2027-03-14' }
const formattedParams = { time: '2:30 AM', date: 'March 14, 2027' }

test.each(fieldErrorCodes)(
  'the page’s English sentence for %s equals the server’s sentence, with dates and times in the page’s format',
  (code) => {
    const expected = fieldErrorMessage({ code, params: { ...params, ...formattedParams } })
    expect(fieldErrorsMessage([{ code, params }])).toBe(expected)
  },
)

test('a translated field error can have its parameters anywhere in the sentence', () => {
  lingui.load('backwards', {
    [fieldErrorMessages.time_zone_skips]: '{date} has no {time} in this zone.',
    [fieldErrorMessages.password_too_short]: '{limit}: at least so many characters.',
    [fieldErrorMessages.password_numeric]: 'A digit is missing.',
  })
  lingui.activate('backwards')
  expect(fieldErrorsMessage([{ code: 'time_zone_skips', params }])).toBe(
    'March 14, 2027 has no 2:30 AM in this zone.',
  )
  const passwordFaults = [
    { code: 'password_too_short', params: { limit: 8 } },
    { code: 'password_numeric', params: {} },
  ] as const
  expect(fieldErrorsMessage(passwordFaults)).toBe('8: at least so many characters. A digit is missing.')
})

test('a field error with an unknown code keeps the server’s sentence', () => {
  const fields = { imam: 'Ask the imam.', phone: 'A phone of the server’s.' }
  const fieldErrors = JSON.parse(
    '{"imam":[{"code":"of_tomorrow","params":{}}],"phone":[{"code":"phone_required","params":{}}]}',
  )
  expect(messagesByField(fields, fieldErrors)).toEqual({
    imam: 'Ask the imam.',
    phone: 'Phone number is required',
  })
})
