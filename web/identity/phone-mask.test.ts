import { describe, expect, test } from 'vitest'
import { keepPhoneCharacters, maskPhone, phoneDigits } from './phone-mask.ts'

describe('a phone number', () => {
  test('keeps only what a phone number is written with, while typing', () => {
    expect(keepPhoneCharacters('a(313) 555-01b42.')).toBe('(313) 555-0142')
  })

  test.each(['٣١٣٥٥٥٠١٤٢', '۳۱۳۵۵۵۰۱۴۲'])('may be typed on an Arabic or a Persian keyboard: %s', (typed) => {
    expect(keepPhoneCharacters(typed)).toBe('3135550142')
  })

  test.each(['3135550142', '313-555-0142', '(313)5550142', '1 313 555 0142'])(
    'takes its usual shape on leaving the field: %s',
    (typed) => {
      expect(maskPhone(typed)).toBe('(313) 555-0142')
    },
  )

  test.each(['', '313555', '23135550142', '31355501420'])(
    'stays as it was typed when it is not ten digits: %j',
    (typed) => {
      expect(maskPhone(typed)).toBe(typed)
    },
  )

  test('gives its ten digits', () => {
    expect(phoneDigits('(313) 555-0142')).toBe('3135550142')
  })
})
