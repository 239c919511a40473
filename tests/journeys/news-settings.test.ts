import { expect, test } from 'vitest'
import { getNewsSettings } from '../../contract/news.ts'
import { openSite } from '../runtime/browser.ts'
import { sendAndCollectLetters } from '../runtime/collect-letters.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, postSlot, requestSlot, withdrawFrom } from '../runtime/slots.ts'
import { press, waitForToast } from './forms.ts'
import { openAs } from './pages.ts'

const site = await openSite()

test('a member who chooses a daily email gets the day’s news in one digest, and urgent news at once', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  const page = await openAs(site, masjid, '/account')
  await press(page, 'News settings')
  const dialog = page.getByRole('dialog', { name: 'News by email', exact: true })
  await dialog.getByLabel('Once a day, in one email', { exact: true }).check()
  await dialog.getByLabel('Time of the daily email', { exact: true }).selectOption('6:00 PM')
  await dialog.getByLabel('Confirmed khutbahs', { exact: true }).uncheck()
  await dialog.getByLabel('Language of these emails', { exact: true }).selectOption('العربية')
  // The call that reads the settings gets no response from now on, because the dialog must show the saved choice without this call.
  await page.route('**/news_settings', () => {})
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForToast(page, 'Your choice is saved.')
  await dialog.waitFor({ state: 'detached' })
  const saved = { delivery: 'digest', digestHour: 18, muted: ['confirmed'], language: 'ar' }
  expect(await masjid.client.call(getNewsSettings, {})).toMatchObject(saved)
  await press(page, 'News settings')
  expect(await dialog.getByLabel('Once a day, in one email', { exact: true }).isChecked()).toBe(true)

  const sent = async () =>
    (await sendAndCollectLetters(site.database)).filter(
      (it) => it.to === masjid.email && it.kind !== 'welcome',
    )
  const slot = await postSlot(masjid)
  await confirmKhateeb(masjid, khateeb, slot)
  await requestSlot(khateeb, await postSlot(masjid, '16:00'))
  await requestSlot(khateeb, await postSlot(masjid, '19:00'))
  expect(await sent()).toEqual([])
  await withdrawFrom(khateeb, slot)
  expect((await sent()).map((it) => it.kind)).toEqual(['khateeb_withdrew'])

  const due = site.database.db.updateTable('letters').where('recipient', '=', masjid.email)
  await due
    .where('held', '=', true)
    .set({ next_attempt_at: new Date(0) })
    .execute()
  const [digest, ...more] = await sent()
  expect(more).toEqual([])
  expect(digest?.subject).toBe('خبران عن خطبكم')
  expect(digest?.html).toContain('<html lang="ar" dir="rtl">')
  const links = [...(digest?.text ?? '').matchAll(/https:\S+row=\S+/gu)].map(([link]) => link)
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((link) => !link.includes(`as=${masjid.uid}`))).toEqual([])
})

test('the last link of a letter with news opens the news settings of the party that the letter informs', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await requestSlot(khateeb, await postSlot(masjid))
  const letters = await sendAndCollectLetters(site.database)
  const letter = letters.find((it) => it.to === masjid.email && it.kind === 'request_received')
  const path = /https:\/\/[^/\s]+(\/account\S+)/u.exec(letter?.text ?? '')?.[1]
  const page = await openAs(site, masjid, path)
  const dialog = page.getByRole('dialog', { name: 'News by email', exact: true })
  await dialog.getByText(masjid.name).first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
})
