import { expect, test } from 'vitest'
import { nameTopic } from '../../contract/topics.ts'
import { openSite } from '../runtime/browser.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { confirmKhateeb, fridayAfter, postSlot } from '../runtime/slots.ts'
import { openAs } from './pages.ts'
import { addAxe, axeViolations } from './probes/axe.ts'
import { openSlotPanel, readAndCloseToast } from './sections.ts'

const site = await openSite()

test('a khateeb enters a topic, and he and the masjid see that the topic is repeated', async () => {
  const [masjid, khateeb, other] = [
    await newMasjid(site.url),
    await newKhateeb(site.url),
    await newKhateeb(site.url),
  ]
  const slot = await postSlot(masjid)
  const later = await postSlot(masjid, '14:00', fridayAfter(2))
  await confirmKhateeb(masjid, khateeb, slot)
  await confirmKhateeb(masjid, other, later)
  await other.client.call(nameTopic, { khateebUid: 'me', ...later, topic: 'The Patience of Ayyub' })

  const page = await openAs(site, khateeb)
  await addAxe(page.context())
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Topic' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your topic' })
  await dialog.getByLabel('Topic').fill('patience of ayyub')
  await dialog.getByText('You can still use the topic').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(await readAndCloseToast(page)).toBe('Your topic is saved.')
  await page.getByText('Topic: patience of ayyub').first().waitFor()

  // The screen of the khutbah has the same button.
  await page.goto(`/khutbah/${slot.khutbahDate}?masjid=${masjid.uid}`)
  await page.getByRole('button', { name: 'Topic' }).click()
  await dialog.getByLabel('Topic').fill('Patience of Ayyub')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Topic: Patience of Ayyub').waitFor()

  const theirs = await openAs(site, masjid)
  await addAxe(theirs.context())
  await theirs.goto('/masjid-landing')
  const panel = await openSlotPanel(theirs, '1:00 PM')
  await panel.getByText('Topic: Patience of Ayyub').waitFor()
  await panel.getByText('This topic is repeated').waitFor()
  await panel.getByRole('heading', { name: 'Other Topics Here' }).waitFor()
  expect(await axeViolations(theirs)).toEqual([])
})
