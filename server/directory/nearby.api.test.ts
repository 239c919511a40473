import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMasjids } from '../../contract/directory.ts'
import { startApp, type TestApp } from '../../tests/runtime/app.ts'
import { newMasjid, type Person } from '../../tests/runtime/people.ts'

let app: TestApp
/** Seven of one ZIP, all at the very same point, and one further away. */
let neighbours: Person[]
let further: Person

beforeAll(async () => {
  app = await startApp()
  neighbours = await Promise.all(Array.from({ length: 7 }, () => newMasjid(app.baseUrl)))
  further = await newMasjid(app.baseUrl, { zipCode: '48104' })
})
afterAll(() => app.stop())

async function pagesOf(limit: number): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const sent = { near: 'me', radius: '50', limit: String(limit), ...(cursor !== undefined && { cursor }) }
    const { items, nextCursor } = await further.client.page(getMasjids, sent)
    pages.push(items.map((it) => it.uid))
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return pages
}

test('masjids at one point come in one order, however they are divided into pages', async () => {
  const whole = (await pagesOf(100)).flat()
  expect(whole[0]).toBe(further.uid)
  expect(whole.slice(1)).toEqual(neighbours.map((it) => it.uid).toSorted())
  for (const limit of [1, 2, 3, 7, 8]) expect((await pagesOf(limit)).flat()).toEqual(whole)
})

test('a page is as long as asked, also where more share the last one’s distance', async () => {
  expect((await pagesOf(3)).map((page) => page.length)).toEqual([3, 3, 2])
})

test('a page has a next one only where somebody is left within the radius', async () => {
  const { items } = await further.client.page(getMasjids, { near: 'me', limit: '2' })
  // The index is asked for a box around the radius, which reaches a little further than it.
  const justTooShort = ((items[1]?.distance ?? 0) - 0.01).toFixed(3)
  const page = await further.client.page(getMasjids, { near: 'me', radius: justTooShort, limit: '1' })
  expect(page.items.map((it) => it.uid)).toEqual([further.uid])
  expect(page.nextCursor).toBeNull()
})
