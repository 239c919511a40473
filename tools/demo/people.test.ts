import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { email, phone } from '../../contract/fields.ts'
import { demoEmail, demoPhone } from './people.ts'
import { sampleKhateebs, samplePeople } from './sample-people.ts'

test('demoEmail returns the same address for the same arguments, and it ends in .example', () => {
  expect(demoEmail('Masjid an-Nūr', '48126')).toBe('masjid-an-nur-48126@demo.minbar.example')
  expect(demoEmail("Qur'an House")).toBe('quran-house@demo.minbar.example')
  expect(demoEmail('x'.repeat(300))).toHaveLength(60 + '@demo.minbar.example'.length)
})

test('demoPhone returns phone numbers that are reserved for fiction', () => {
  for (let i = 0; i < 300; i += 1) expect(demoPhone(String(i))).toMatch(/^\(313\) 555-01\d\d$/u)
})

test('samplePeople returns the requested number of khateebs, and all people have unique valid emails and valid phones', () => {
  const { masjids, khateebs } = samplePeople(700)
  const people = [...masjids, ...khateebs]
  expect(khateebs).toHaveLength(700)
  expect(new Set(people.map((it) => it.email)).size).toBe(people.length)
  for (const person of people) {
    expect(z.parse(email, person.email)).toBe(person.email)
    expect(z.parse(phone, person.phone)).toMatch(/^\d{10}$/u)
  }
})

function zipsOf(count: number, zips: readonly string[]): string[] {
  return sampleKhateebs(count, zips).map((it) => it.zipCode)
}

test('sampleKhateebs spreads khateebs evenly over the ZIPs of the masjids', () => {
  expect(zipsOf(4, ['48126', '60615'])).toEqual(['48126', '48126', '60615', '60615'])
  expect(zipsOf(2, ['1', '2', '3', '4'])).toEqual(['1', '3'])
})
