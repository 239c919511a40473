import { expect, test } from 'vitest'
import { changeApprovedOnly, markKhateeb } from '../../contract/our-khateebs.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { postSlot } from '../runtime/slots.ts'
import { press, waitForToast } from './forms.ts'
import { holdRequests } from './hold-requests.ts'
import { gotoUntilQuiet, openAs, untilHydrated } from './pages.ts'
import { addAxe, axeViolations } from './probes/axe.ts'
import { selectSlot } from './sections.ts'

const site = await openSite()

test('a masjid that takes requests only from approved khateebs approves a khateeb, and another khateeb sees this rule', async () => {
  const masjid = await newMasjid(site.url)
  const [khateeb, other] = [await newKhateeb(site.url), await newKhateeb(site.url)]
  await postSlot(masjid)
  const page = await openAs(site, masjid, '/about-me')
  await page.getByRole('link', { name: 'Our Khateebs', exact: true }).click()
  await page.getByText('Nobody has spoken here yet').waitFor()
  await page.getByLabel('Only khateebs we have approved', { exact: true }).check()
  await waitForToast(page, 'Now only khateebs you have approved can request your khutbahs.')

  await addAxe(page.context())
  await page.goto(`${site.url}/khateeb-details/${khateeb.uid}`)
  await page.getByRole('link', { name: 'Our Notes', exact: true }).click()
  await press(page, 'Mark or Note')
  const dialog = page.getByRole('dialog', { name: khateeb.name, exact: true })
  await dialog.getByRole('radio', { name: /^Approved/ }).check()
  const note = dialog.getByRole('textbox', { name: 'Our note', exact: true })
  await note.fill('a'.repeat(1_001))
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('A note may have at most 1000 characters.').waitFor()
  await note.fill('Our youth ask for him.')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForToast(page, `Saved for ${khateeb.name}.`)
  await press(page, 'Show All of Our Khateebs')
  const row = page.getByRole('listitem').filter({ hasText: khateeb.name })
  await row.getByText('Our youth ask for him.').waitFor()
  await row.getByText('Approved', { exact: true }).waitFor()

  const approved = await openAs(site, khateeb, `/masjid-details/${masjid.uid}`)
  await approved.getByRole('button', { name: 'Request to Lead', exact: true }).waitFor()
  const refused = await openAs(site, other, `/masjid-details/${masjid.uid}`)
  await refused.getByText('This masjid takes requests only from khateebs it has approved.').waitFor()
  expect(await refused.getByRole('button', { name: 'Request to Lead', exact: true }).count()).toBe(0)
  await press(refused, 'Ask for Approval')
  await refused.getByText('You have asked for approval.', { exact: true }).waitFor()
  await page.reload()
  const asking = page.getByRole('listitem').filter({ hasText: other.name })
  await asking.getByText('Asks for approval', { exact: true }).waitFor()
})

test('the button Request This Khateeb is disabled for a khateeb whom the masjid must first approve, or does not want', async () => {
  const near = { zipCode: '96950' }
  const [masjid, khateeb] = [await newMasjid(site.url, near), await newKhateeb(site.url, near)]
  await postSlot(masjid)
  await masjid.client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: true })
  const page = await openAs(site, masjid)
  const expectRefusal = async (reason: string, screens: readonly string[]) => {
    for (const screen of screens) {
      await gotoUntilQuiet(page, screen)
      await selectSlot(page)
      await page.getByText(reason).waitFor()
      expect(await page.getByRole('button', { name: 'Request This Khateeb' }).isDisabled()).toBe(true)
    }
  }
  const details = `/khateeb-details/${khateeb.uid}`
  await expectRefusal('Your masjid hasn’t approved them.', ['/masjid-landing', details, '/nearby-khateebs'])
  await masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'not_wanted' })
  await expectRefusal('Your masjid has marked them as not wanted.', [details])
})

test('the search text on the screen Our Khateebs is in the URL', async () => {
  const masjid = await newMasjid(site.url)
  const found = await newKhateeb(site.url, { firstName: 'Dawud', lastName: 'Qasim' })
  const other = await newKhateeb(site.url, { firstName: 'Musa', lastName: 'Idris' })
  for (const { uid } of [found, other])
    await masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: uid, mark: 'approved' })
  const page = await openAs(site, masjid, '/our-khateebs')
  await page.getByRole('link', { name: other.name, exact: true }).waitFor()
  await untilHydrated(page)
  await page.getByRole('searchbox').fill('dawood')
  await page.waitForURL(/q=dawood/)
  await page.getByRole('link', { name: other.name, exact: true }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('link', { name: found.name, exact: true }).waitFor()
  expect(await page.getByRole('link', { name: other.name, exact: true }).count()).toBe(0)
})

test('the screen Our Khateebs shows the time of a mark only in the browser’s time zone, never in the server’s', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'approved' })
  const page = await openAs(site, masjid, undefined, 'Asia/Tokyo')
  const { request } = page.context()
  let text = ''
  // A busy server sends a document without data, so the test retries.
  await expect
    .poll(async () => (text = await (await request.get('/our-khateebs')).text()))
    .toContain(khateeb.uid)
  expect(text.match(/<time.*?<\/time>/gu) ?? []).toEqual([])

  await page.goto('/our-khateebs')
  const marked = page.getByRole('listitem').filter({ hasText: khateeb.name }).getByRole('time')
  const inTokyo = await marked.evaluate((it: HTMLTimeElement) =>
    new Date(it.dateTime).toLocaleString('en-US', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'Asia/Tokyo',
    }),
  )
  await expect
    .poll(async () => (await marked.innerText()).replaceAll(/\s/gu, ' '))
    .toBe(inTokyo.replaceAll(/\s/gu, ' '))
})

test('a slow response to a saved note does not close the dialog about another khateeb', async () => {
  const masjid = await newMasjid(site.url)
  const [first, second] = [await newKhateeb(site.url), await newKhateeb(site.url)]
  for (const { uid } of [first, second])
    await masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: uid, mark: 'approved' })
  const page = await openAs(site, masjid)
  await gotoUntilQuiet(page, '/our-khateebs')
  const rowOf = (name: string) => page.locator('li').filter({ hasText: name })
  const openNote = async (name: string) => {
    await rowOf(name).getByRole('button', { name: 'Change', exact: true }).click()
    return page.getByRole('dialog', { name, exact: true }).getByRole('textbox', { name: 'Our note' })
  }
  const held = await holdRequests(page, '**/mark_khateeb')
  await (await openNote(first.name)).fill('Our youth ask for him.')
  await press(page, 'Save')
  await expect.poll(held.count).toBe(1)
  await press(page, 'Cancel')
  const note = await openNote(second.name)
  await note.fill('Prefers the early khutbah.')
  held.release()
  await rowOf(first.name).getByText('Our youth ask for him.').waitFor()
  expect(await note.inputValue()).toBe('Prefers the early khutbah.')
  await press(page, 'Save')
  await rowOf(second.name).getByText('Prefers the early khutbah.').waitFor()
})

test('while the screen Our Khateebs loads the results of a search, presses on the khateebs are ignored', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: 'approved' })
  const page = await openAs(site, masjid)
  await gotoUntilQuiet(page, '/our-khateebs')
  const change = page.getByRole('button', { name: 'Change', exact: true })
  const held = await holdRequests(page, /our_khateebs\?.*q=/u)
  await page.getByRole('searchbox').fill(khateeb.name)
  await expect.poll(held.count).toBe(1)
  expect(await change.getAttribute('aria-busy')).toBe('true')
  held.release()
  await expect.poll(() => change.getAttribute('aria-busy')).toBe(null)
  await change.click()
  await page.getByRole('dialog', { name: khateeb.name, exact: true }).waitFor()
})

test.each(['nonsense', '00000000-0000-4000-8000-000000000000'])(
  'the screen Our Khateebs with the unknown khateeb %s in its address shows no error, and leads to all khateebs of the masjid',
  async (uid) => {
    const page = await openAs(site, await newMasjid(site.url), `/our-khateebs?khateeb=${uid}`)
    await page.getByText('None of your khateebs match your search.').waitFor()
    expect(await page.getByRole('button', { name: 'Try Again' }).count()).toBe(0)
    await press(page, 'Show All of Our Khateebs')
    await page.getByText('Nobody has spoken here yet').waitFor()
  },
)
