import { expect, test } from 'vitest'
import { openSite } from '../runtime/browser.ts'
import { newMasjid } from '../runtime/people.ts'
import { field, press, waitForToast } from './forms.ts'
import { openAs } from './pages.ts'

const site = await openSite()

test('a change whose answer is lost is retried with the same key and made once', async () => {
  const masjid = await newMasjid(site.url)
  const page = await openAs(site, masjid)
  const keys: (string | undefined)[] = []
  const answers: unknown[] = []
  await page.route('**/add_khutbah', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const answer = await route.fetch()
    answers.push(await answer.json())
    // The server has made the change; the browser gets no answer.
    if (keys.length === 1) await route.abort()
    else await route.fulfill({ response: answer })
  })
  await page.goto('/masjid-landing')
  await press(page, 'Add New Khutbah')
  await field(page, 'Date').waitFor()
  await press(page, 'Add Khutbah')
  await waitForToast(page, 'Khutbah added successfully!')
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{8,}$/), keys[0]])
  // A second change would list the time as existing.
  expect(answers[1]).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ existing: [] })
})

test('a change refused with 503 is retried after Retry-After', async () => {
  const masjid = await newMasjid(site.url)
  const page = await openAs(site, masjid)
  let times = 0
  await page.route('**/add_khutbah', async (route) => {
    times += 1
    if (times > 1) return route.continue()
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { error: 'Busy.', code: 'unavailable' },
    })
  })
  await page.goto('/masjid-landing')
  await press(page, 'Add New Khutbah')
  await field(page, 'Date').waitFor()
  await press(page, 'Add Khutbah')
  await waitForToast(page, 'Khutbah added successfully!')
  expect(times).toBe(2)
})
