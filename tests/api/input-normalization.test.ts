import { describe, expect, test } from 'vitest'
import { CallFailed, type Page } from '../../contract/client.ts'
import { getKhateebs, getMasjids } from '../../contract/directory.ts'
import { getMasjid, getUser, updateMasjid, updateUser } from '../../contract/own-records.ts'
import { newMasjid } from '../runtime/people.ts'
import { invalidInput } from '../runtime/refusals.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()

function change(who: 'khateeb' | 'masjid', changes: Readonly<Record<string, string>>) {
  const { client } = fixture[who]
  const sent = { uid: 'me', ...changes }
  return who === 'khateeb' ? client.call(updateUser, sent) : client.call(updateMasjid, sent)
}

function read(who: 'khateeb' | 'masjid') {
  const { client } = fixture[who]
  return who === 'khateeb' ? client.call(getUser, { uid: 'me' }) : client.call(getMasjid, { uid: 'me' })
}

/** The maximum length of each field, in characters. */
const lengths = [
  ['khateeb', 'firstName', 100],
  ['khateeb', 'lastName', 100],
  ['khateeb', 'bio', 2_000],
  ['khateeb', 'expertise', 500],
  ['masjid', 'masjidName', 200],
  ['masjid', 'masjidAddress', 200],
] as const

describe.each(lengths)("a %s's %s", (who, field, max) => {
  test(`has at most ${max} characters, however many bytes they take`, async () => {
    const longest = '𝄞'.repeat(max)
    expect(await change(who, { [field]: `  ${longest} ` })).toHaveProperty(field, longest)
    await expect(change(who, { [field]: `${longest}𝄞` })).rejects.toMatchObject(
      invalidInput({ [field]: expect.stringContaining(`at most ${max} characters`) }),
    )
    expect(await read(who)).toHaveProperty(field, longest)
  })

  test('is trimmed and converted to NFC', async () => {
    expect(await change(who, { [field]: '\u00A0 Re\u0301my  al-Fāsī\t' })).toHaveProperty(
      field,
      'Rémy  al-Fāsī',
    )
  })
})

test('a website has at most 200 characters', async () => {
  const longest = `https://minbar.example/${'a'.repeat(177)}`
  expect(await change('masjid', { website: longest })).toHaveProperty('website', longest)
  await expect(change('masjid', { website: `${longest}a` })).rejects.toBeInstanceOf(CallFailed)
})

test.each([
  ['website', '', ''],
  ['website', ' www.minbar.example ', 'https://www.minbar.example'],
  ['website', 'HTTP://minbar.example/a?b#c', 'HTTP://minbar.example/a?b#c'],
  ['website', 'minbar.example:65535', 'https://minbar.example:65535'],
  ['website', 'https://مسجد.example/نور', 'https://مسجد.example/نور'],
  ['phone', '3135550100', '3135550100'],
  ['phone', ' +1 (313) 555-0100 ', '3135550100'],
  ['phone', '1.313.555.0100', '3135550100'],
  ['phone', '313–555–0100', '3135550100'],
  ['phone', '３１３ ５５５ ０１００', '3135550100'],
  ['phone', '(٣١٣) ٥٥٥-٠١٠٠', '3135550100'],
  ['zipCode', ' 48126-1234 ', '48126'],
  ['zipCode', '۴۸۱۲۶', '48126'],
  ['zipCode', '00901', '00901'],
] as const)('the field %s stores %j as %j', async (field, sent, kept) => {
  expect(await change('masjid', { [field]: sent })).toHaveProperty(field, kept)
})

test('an unknown ZIP is refused with the specified message', async () => {
  for (const who of ['khateeb', 'masjid'] as const) {
    await expect(change(who, { zipCode: '00000' })).rejects.toMatchObject(
      invalidInput({ zipCode: 'Please use a valid US address' }),
    )
  }
})

test('lists can be paged to the end when names have the maximum length', async () => {
  const { client } = fixture.otherKhateeb
  for (const { client } of [fixture.masjid, fixture.otherMasjid]) {
    await client.call(updateMasjid, { uid: 'me', masjidName: '"𝄞'.repeat(100) })
  }
  for (const { client } of [fixture.khateeb, fixture.otherKhateeb]) {
    await client.call(updateUser, { uid: 'me', firstName: '𝄞'.repeat(100), lastName: '\\𝄞'.repeat(50) })
  }
  const pages: ((cursor: object) => Promise<Page<{ uid: string }[]>>)[] = [
    (cursor) => client.page(getMasjids, { limit: '1', ...cursor }),
    (cursor) => client.page(getKhateebs, { limit: '1', ...cursor }),
  ]
  for (const page of pages) {
    const first = await page({})
    const second = await page({ cursor: first.nextCursor })
    const uids = [...first.items, ...second.items].map((it) => it.uid)
    expect(new Set(uids).size).toBe(2)
    expect(second.nextCursor).toBeNull()
  }
})

describe('a name', () => {
  test.each(['\u200b', '\u3164', '\u2060\u00ad '])('needs a visible character (%j)', async (firstName) => {
    await expect(change('khateeb', { firstName })).rejects.toMatchObject(
      invalidInput({ firstName: 'First name is required.' }),
    )
  })

  test('cannot have bidirectional controls', async () => {
    await expect(change('masjid', { masjidName: '\u202emasjid' })).rejects.toMatchObject(
      invalidInput({ masjidName: expect.stringContaining('cannot be shown') }),
    )
  })

  test('may have a zero-width non-joiner, as in Persian', async () => {
    const lastName = 'می\u200cخواهم'
    expect(await change('khateeb', { lastName })).toHaveProperty('lastName', lastName)
  })
})

test('a website of null means no website, at sign-up and in a profile', async () => {
  const { client } = await newMasjid(fixture.baseUrl, { website: null })
  expect((await client.call(getMasjid, { uid: 'me' })).website).toBe('')
  await client.call(updateMasjid, { uid: 'me', website: 'www.minbar.example' })
  expect((await client.call(updateMasjid, { uid: 'me', website: null })).website).toBe('')
})
