import { expect, test } from 'vitest'
import { getKhateebs } from '../../contract/directory.ts'
import { markKhateeb } from '../../contract/our-khateebs.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid } from '../../tests/runtime/people.ts'

const app = await startApp()

test('a masjid’s search for khateebs does not suggest a khateeb who is not wanted, even for his exact name', async () => {
  const [masjid, other] = [await newMasjid(app.baseUrl), await newMasjid(app.baseUrl)]
  const unwanted = await newKhateeb(app.baseUrl, { firstName: 'Bilal', lastName: 'Haddad' })
  // These khateebs have similar names, so the search suggests them.
  await newKhateeb(app.baseUrl, { firstName: 'Bilal', lastName: 'Hadad' })
  await newKhateeb(app.baseUrl, { firstName: 'Belal', lastName: 'Haddad' })
  await masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: unwanted.uid, mark: 'not_wanted' })
  for (const query of [{ near: 'me' }, { near: 'me', radius: '50' }, {}] as const) {
    for (const q of ['Bilal Haddad', 'Bilal Haddat']) {
      const uidsSeenBy = async ({ client }: typeof masjid) =>
        (await client.call(getKhateebs, { ...query, q })).map((it) => it.uid)
      expect(await uidsSeenBy(other)).toContain(unwanted.uid)
      const seen = await uidsSeenBy(masjid)
      expect(seen).not.toContain(unwanted.uid)
      expect(seen).not.toEqual([])
    }
  }
})
