import { describe, expect, test } from 'vitest'
import { keepPhoneCharacters, maskPhone, phoneDigits } from './phone-mask.ts'

describe('a phone number', () => {
  test('keeps only digits, spaces, dashes and parentheses while typing', () => {
    expect(keepPhoneCharacters('a(313) 555-01b42.')).toBe('(313) 555-0142')
  })

  test.each(['٣١٣٥٥٥٠١٤٢', '۳۱۳۵۵۵۰۱۴۲'])(
    'gets ASCII digits when typed with Arabic or Persian digits: %s',
    (typed) => {
      expect(keepPhoneCharacters(typed)).toBe('3135550142')
    },
  )

  test.each(['3135550142', '313-555-0142', '(313)5550142', '1 313 555 0142'])(
    'is formatted on blur: %s',
    (typed) => {
      expect(maskPhone(typed)).toBe('(313) 555-0142')
    },
  )

  test.each(['', '313555', '23135550142', '31355501420'])(
    'is left unchanged on blur when it does not have ten digits: %j',
    (typed) => {
      expect(maskPhone(typed)).toBe(typed)
    },
  )

  test('is reduced to its ten digits', () => {
    expect(phoneDigits('(313) 555-0142')).toBe('3135550142')
  })
})
