import { expect, test } from 'vitest'
import { loadCommonPasswords, newPasswordErrors } from './validate-new-password.ts'

const policy = {
  minLength: 6,
  maxLength: 256,
  lowercase: false,
  uppercase: false,
  numeric: false,
  nonAlphanumeric: false,
}

test('the list of common passwords has 9,800 to 10,000 different passwords, in lower case', () => {
  const common = loadCommonPasswords()
  expect(common.size).toBeGreaterThan(9_800)
  expect(common.size).toBeLessThanOrEqual(10_000)
  expect([...common].filter((it) => it !== it.toLowerCase())).toEqual([])
})

test.each(['password', '123456', 'qwerty', 'Bismillah', 'muhammad'])(
  'the common password %s is rejected',
  (password) => {
    expect(newPasswordErrors(policy, 'newPassword', password)).toEqual({
      newPassword: [{ code: 'password_common', params: {} }],
    })
  },
)

test('a password that is not on the list of common passwords is allowed', () => {
  expect(newPasswordErrors(policy, 'password', 'date palms at noon')).toEqual({})
})
