import { expect, test } from 'vitest'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { openSite } from '../runtime/browser.ts'
import { longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid } from '../runtime/people.ts'
import { approveKhateeb, friday, postSlot, requestSlot } from '../runtime/slots.ts'
import { card, openAs } from './pages.ts'

const rule =
  'To see the phone number, the khateeb must be confirmed within 3 days or have requested a khutbah at the masjid.'
const site = await openSite()

/** The Tuesday before the Friday. */
const tuesday = addDays(friday, -3)

test('a khateeb’s details show why the masjid sees the phone, and after an approval, from which date it will see the phone', async () => {
  const [masjid, khateeb] = [await newMasjid(site.url), await newKhateeb(site.url)]
  const slot = await postSlot(masjid)
  const page = await openAs(site, masjid, `/khateeb-details/${khateeb.uid}`)
  await page.getByText(rule).waitFor()
  await page.getByText('You see the number only until you answer the request.').waitFor()

  await requestSlot(khateeb, slot)
  await page.reload()
  await card(page, 'Phone').getByText('(313) 555-0199').waitFor()
  expect(await card(page, 'Phone').innerText()).toContain(
    `You see it because ${khateeb.name} has requested the khutbah on ${longDate(friday)}, and the request waits for your answer.`,
  )

  await approveKhateeb(masjid, khateeb, slot)
  await page.reload()
  await page.getByText(rule).waitFor()
  const later = `This khateeb is confirmed for ${longDate(friday)}: you will see the number from ${longDate(tuesday)} on.`
  await page.getByText(later).waitFor()

  await site.setNow(`${tuesday}T17:00:00Z`)
  const atNoon = await openAs(site, masjid, `/khateeb-details/${khateeb.uid}`)
  const why = `You see it because ${khateeb.name} is confirmed for ${longDate(friday)}, within 3 days of today.`
  await card(atNoon, 'Phone').getByText(why).waitFor()
})
