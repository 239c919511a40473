import { expect, test } from 'vitest'
import { createPasswords, passwordCost } from './passwords.ts'

const passwords = createPasswords(passwordCost)

test('a password hash matches its password and no other password', async () => {
  const hash = await passwords.hash('date palms at noon')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await passwords.isCorrect(hash, 'date palms at noon')).toBe(true)
  expect(await passwords.isCorrect(hash, 'Date palms at noon')).toBe(false)
})

test('a password without a stored hash is never correct', async () => {
  expect(await passwords.isCorrect(undefined, 'date palms at noon')).toBe(false)
})

test('at most fifty calls wait for password hashing; further calls are rejected as unavailable', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 54 }, () => passwords.isCorrect(undefined, 'a')),
  )
  const refused = outcomes.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
  expect(refused).toHaveLength(3)
  expect(refused[0]).toMatchObject({ code: 'unavailable' })
  expect(await passwords.isCorrect(undefined, 'a')).toBe(false)
})
