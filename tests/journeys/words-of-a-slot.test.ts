import { expect, test } from 'vitest'
import { describeSlots } from '../../contract/khutbahs.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, friday, postSlot, slotSeenBy } from '../runtime/slots.ts'
import { openAs } from './pages.ts'
import { addAxe, axeViolations } from './probes/axe.ts'
import { openSlotPanel, readAndCloseToast } from './sections.ts'

const site = await openSite()
const note = 'Park behind the school.'

test('a masjid sets a language and a note in the slot panel, and the khateeb sees both', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  const slot = await postSlot(masjid)
  await confirmKhateeb(masjid, khateeb, slot)
  const page = await openAs(site, masjid)
  await addAxe(page.context())
  await page.goto('/masjid-landing')
  const panel = await openSlotPanel(page, '1:00 PM')
  await panel.getByRole('button', { name: 'Language & Note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Language and note' })
  await dialog.getByLabel('Language').selectOption('Urdu')
  await dialog.getByLabel('Note for the khateeb').fill(note)
  await dialog.getByText('The confirmed khateeb will get an email.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(await readAndCloseToast(page)).toBe('Saved.')
  await panel.getByText('Khutbah in Urdu').waitFor()
  await panel.getByText(note).waitFor()
  expect(await slotSeenBy(masjid, slot)).toMatchObject({ language: 'ur', note })

  const theirs = await openAs(site, khateeb)
  await addAxe(theirs.context())
  for (const path of ['/dashboard', `/khutbah/${friday}?masjid=${masjid.uid}`]) {
    await theirs.goto(path)
    await theirs.getByText('Khutbah in Urdu').first().waitFor()
    await theirs.getByText(note).first().waitFor()
    expect(await axeViolations(theirs)).toEqual([])
  }
})

test('a khateeb can filter the open slots near him by language', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  await postSlot(masjid, '15:00')
  const { slotId } = await slotSeenBy(masjid, await postSlot(masjid))
  await masjid.client.call(describeSlots, { masjidUid: 'me', slotIds: [slotId], language: 'wo' })
  const page = await openAs(site, khateeb)
  await addAxe(page.context())
  await page.goto('/nearby-slots')
  await page.getByLabel('Language').selectOption('Wolof')
  const list = page.getByRole('list', { name: 'Open Near You' })
  await expect.poll(() => list.getByRole('button', { name: 'Request to Lead' }).count()).toBe(1)
  await list.getByText('Khutbah in Wolof').waitFor()
  expect(new URL(page.url()).searchParams.get('in')).toBe('wo')
  expect(await axeViolations(page)).toEqual([])

  await page.goto('/nearby-masjids?open=1')
  await page.getByLabel('Language').selectOption('Wolof')
  await page.getByRole('link', { name: masjid.name }).waitFor()
})
