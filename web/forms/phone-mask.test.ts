import { expect, test } from 'vitest'
import { formatTypedPhone, keepPhoneCharacters, phoneDigits } from './phone-mask.ts'

test('a typed phone number keeps only digits, spaces, dashes and parentheses', () => {
  expect(keepPhoneCharacters('a(313) 555-01b42.')).toBe('(313) 555-0142')
})

test.each(['٣١٣٥٥٥٠١٤٢', '۳۱۳۵۵۵۰۱۴۲'])(
  'a phone number typed with Arabic or Persian digits gets ASCII digits: %s',
  (typed) => {
    expect(keepPhoneCharacters(typed)).toBe('3135550142')
  },
)

test.each(['3135550142', '313-555-0142', '(313)5550142', '1 313 555 0142'])(
  'a typed phone number is formatted on blur: %s',
  (typed) => {
    expect(formatTypedPhone(typed)).toBe('(313) 555-0142')
  },
)

test.each(['', '313555', '23135550142', '31355501420'])(
  'a typed text stays unchanged on blur if it has neither ten digits nor a 1 and ten digits: %j',
  (typed) => {
    expect(formatTypedPhone(typed)).toBe(typed)
  },
)

test('phoneDigits returns the ten digits of a formatted phone number', () => {
  expect(phoneDigits('(313) 555-0142')).toBe('3135550142')
})
