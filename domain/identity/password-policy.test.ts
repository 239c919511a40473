import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldErrorMessage } from '../../contract/field-errors.ts'
import { type PasswordPolicy, passwordErrors } from './password-policy.ts'

const plain: PasswordPolicy = {
  minLength: 6,
  maxLength: 256,
  lowercase: false,
  uppercase: false,
  numeric: false,
  nonAlphanumeric: false,
}
const strict: PasswordPolicy = {
  ...plain,
  lowercase: true,
  uppercase: true,
  numeric: true,
  nonAlphanumeric: true,
}
const isCommon = (password: string) => password === 'letmein'

/** Returns the error sentences for a password. */
const errorSentences = (policy: PasswordPolicy, password: string) =>
  passwordErrors(policy, isCommon, password).map(fieldErrorMessage)

test('the default password policy accepts six characters and rejects five', () => {
  expect(errorSentences(plain, 'ḥamāma')).toEqual([])
  expect(errorSentences(plain, 'abcde')).toEqual(['The password must have at least 6 characters.'])
})

test('the default password policy accepts 256 characters, even of four bytes each, and rejects 257', () => {
  expect(errorSentences(plain, '🕌'.repeat(256))).toEqual([])
  expect(errorSentences(plain, 'x'.repeat(257))).toEqual(['The password may have at most 256 characters.'])
})

test.each(['letmein', 'LetMeIn'])('the password policy rejects the common password %s', (password) => {
  expect(errorSentences(plain, password)).toEqual([
    'Please choose a password that is not one of the 10,000 most common ones.',
  ])
})

describe('a strict password policy', () => {
  test.each([
    ['ABCDE1!', 'a lowercase letter'],
    ['abcde1!', 'an uppercase letter'],
    ['Abcdef!', 'a digit'],
    ['Abcdef1', 'a character that is neither a letter nor a digit'],
  ])('rejects the password %s because it lacks %s', (password, words) => {
    expect(errorSentences(strict, password)).toEqual([`The password must have ${words}.`])
  })

  test('accepts passwords with letters and digits of any script', () => {
    expect(errorSentences(strict, 'Ωmega٣-word')).toEqual([])
  })
})

test('all field errors of a password are reported at once', () => {
  // One error for the length, and one for each of the four kinds of characters.
  expect(errorSentences(strict, '')).toHaveLength(5)
})

test('the default password policy checks only the length of an uncommon password', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (password) => {
      const length = Array.from(password).length
      const fine = length >= 6 && length <= 256
      expect(passwordErrors(plain, () => false, password).length === 0).toBe(fine)
    }),
  )
})
