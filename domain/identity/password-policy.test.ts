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

/** The error sentences for a password. */
const sentencesOn = (policy: PasswordPolicy, password: string) =>
  passwordErrors(policy, isCommon, password).map(fieldErrorMessage)

test('the default policy accepts six characters and rejects five', () => {
  expect(sentencesOn(plain, 'ḥamāma')).toEqual([])
  expect(sentencesOn(plain, 'abcde')).toEqual(['The password must have at least 6 characters.'])
})

test('the default policy accepts 256 characters of any size and rejects 257', () => {
  expect(sentencesOn(plain, '🕌'.repeat(256))).toEqual([])
  expect(sentencesOn(plain, 'x'.repeat(257))).toEqual(['The password may have at most 256 characters.'])
})

test.each(['letmein', 'LetMeIn'])('the policy rejects the common password %s', (password) => {
  expect(sentencesOn(plain, password)).toEqual([
    'Please choose a password that is not one of the 10,000 most common ones.',
  ])
})

describe('a strict policy', () => {
  test.each([
    ['ABCDE1!', 'a lowercase letter'],
    ['abcde1!', 'an uppercase letter'],
    ['Abcdef!', 'a digit'],
    ['Abcdef1', 'a character that is neither a letter nor a digit'],
  ])('rejects %s for the lack of %s', (password, words) => {
    expect(sentencesOn(strict, password)).toEqual([`The password must have ${words}.`])
  })

  test('accepts letters and digits of any script', () => {
    expect(sentencesOn(strict, 'Ωmega٣-word')).toEqual([])
  })
})

test('all field errors of a password are reported at once', () => {
  // The length and the four kinds of characters.
  expect(sentencesOn(strict, '')).toHaveLength(5)
})

test('the default policy requires only a length and an uncommon password', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (password) => {
      const length = Array.from(password).length
      const fine = length >= 6 && length <= 256
      expect(passwordErrors(plain, () => false, password).length === 0).toBe(fine)
    }),
  )
})
