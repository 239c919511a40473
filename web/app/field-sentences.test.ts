import { msg } from '@lingui/core/macro'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { decodeFault } from '../../contract/fault-encoding.ts'
import { type FaultCode, faultSentences, sentenceOfFault } from '../../contract/faults.ts'
import { invalidValues } from '../../tests/api/invalid-values.ts'
import { type Field, fieldsOf } from '../../tests/api/schema-fields.ts'
import { sentenceOfFaults, sentencesOfFields } from './field-sentences.ts'
import { lingui } from './i18n.ts'

/** Fields that the page fills in, not the user. */
const notTyped = /(uid|id|token|khateeb|remember|limit|khutbah(date|time))$/i

const typed = endpoints.flatMap((endpoint) =>
  fieldsOf(endpoint)
    .filter(({ part, path }) => part === 'body' && !notTyped.test(path.join('.')))
    .map((field) => ({ endpoint, field, name: `${endpoint.name} ${field.path.join('.')}` })),
)

/** The contract's messages for all bad values of a field. */
function faultsOf(endpoint: Endpoint, field: Field): string[] {
  const good = field.type === 'array' ? ['13:00'] : 'abcd'
  const bad = [undefined, [], ...invalidValues(field, good).map(([, value]) => value)]
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

afterEach(() => lingui.activate('en'))

const faultCodes = Object.keys(faultSentences).filter((it): it is FaultCode => it in faultSentences)

test.each(typed)('every fault of $name has a sentence of its own', ({ endpoint, field }) => {
  const codes = faultsOf(endpoint, field).map((message) => decodeFault(message).code)
  expect(codes.length).toBeGreaterThan(0)
  expect(codes).not.toContain('not_valid')
})

const values = { field: 'masjidUid', limit: 6, min: 1, max: 9, time: '02:30', date: '2027-03-14' }
const params = { ...values, zones: 'America/Detroit', names: 'Dr. Ali, Dr. Omar' }

test.each(faultCodes)('the English sentence for %s matches the server’s', (code) => {
  expect(sentenceOfFaults([{ code, params }])).toBe(sentenceOfFault({ code, params }))
})

test('a translation can place the parameters of a fault anywhere', () => {
  lingui.load('backwards', {
    [msg({ message: 'In this zone the clocks skip {time} on {date}.' }).id]:
      '{date} has no {time} in this zone.',
    [msg({ message: 'The password must have at least {limit} characters.' }).id]:
      '{limit}: at least so many characters.',
    [msg({ message: 'The password must have a digit.' }).id]: 'A digit is missing.',
  })
  lingui.activate('backwards')
  expect(sentenceOfFaults([{ code: 'time_zone_skips', params }])).toBe(
    '2027-03-14 has no 02:30 in this zone.',
  )
  const passwordFaults = [
    { code: 'password_too_short', params: { limit: 8 } },
    { code: 'password_numeric', params: {} },
  ] as const
  expect(sentenceOfFaults(passwordFaults)).toBe('8: at least so many characters. A digit is missing.')
})

test('a fault with an unknown code keeps the server’s sentence', () => {
  const fields = { imam: 'Ask the imam.', phone: 'A phone of the server’s.' }
  const faults = JSON.parse(
    '{"imam":[{"code":"of_tomorrow","params":{}}],"phone":[{"code":"phone_required","params":{}}]}',
  )
  expect(sentencesOfFields(fields, faults)).toEqual({
    imam: 'Ask the imam.',
    phone: 'Phone number is required',
  })
})
