import { expect, test } from 'vitest'
import { getMasjids } from '../../contract/directory.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newMasjid } from '../../tests/runtime/people.ts'
import { readPages } from '../../tests/runtime/read-pages.ts'

const app = await startApp()
/** Masjids with the same ZIP, so they are all at the same point. */
const neighbors = await Promise.all(Array.from({ length: 7 }, () => newMasjid(app.baseUrl)))
const further = await newMasjid(app.baseUrl, { zipCode: '48104' })

async function pagesOf(limit: number): Promise<string[][]> {
  const input = { near: 'me', radius: '50', limit: String(limit) }
  const pages = await readPages((from) => further.client.page(getMasjids, { ...input, ...from }))
  return pages.map((page) => page.map((it) => it.uid))
}

test('nearby masjids at the same point have the same order with every page length', async () => {
  const whole = (await pagesOf(100)).flat()
  expect(whole[0]).toBe(further.uid)
  expect(whole.slice(1)).toEqual(neighbors.map((it) => it.uid).toSorted())
  for (const limit of [1, 2, 3, 7, 8]) expect((await pagesOf(limit)).flat()).toEqual(whole)
})

test('a page of nearby masjids has the requested length even if its last masjid is as far away as the next masjid', async () => {
  expect((await pagesOf(3)).map((page) => page.length)).toEqual([3, 3, 2])
})

test('the last page of masjids within the radius has no cursor', async () => {
  const { items } = await further.client.page(getMasjids, { near: 'me', limit: '2' })
  // The second masjid is outside the radius, but inside the bounding box that the index searches.
  const justTooShort = ((items[1]?.distance ?? 0) - 0.01).toFixed(3)
  const page = await further.client.page(getMasjids, { near: 'me', radius: justTooShort, limit: '1' })
  expect(page.items.map((it) => it.uid)).toEqual([further.uid])
  expect(page.nextCursor).toBeNull()
})
