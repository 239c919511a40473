import { expect, test } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import type { MemberRole } from '../../contract/endpoint.ts'
import { clientOf } from '../runtime/app.ts'
import { openSite } from '../runtime/browser.ts'
import { tokenInLetter } from '../runtime/email-changes.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { confirmKhateeb, fridayAfter, postSlot, withdrawFrom } from '../runtime/slots.ts'
import { newMember } from '../runtime/team.ts'
import { masjidScreens, newPair, openScreen } from './every-screen.ts'
import { openAs } from './pages.ts'

const site = await openSite()
const app = { baseUrl: site.url, database: site.database }
const pair = await newPair(site.url)
const slot = await postSlot(pair.masjid, '16:00', fridayAfter(1))
await confirmKhateeb(pair.masjid, pair.khateeb, slot)
await withdrawFrom(pair.khateeb, slot)
const token = await tokenInLetter(app, pair.masjid.email, 'welcome')
await clientOf(site.url).call(verifyEmail, { token })
const owner = { ...pair.masjid, personId: await personIdOf(site.database.db, pair.masjid.uid) }

/** The controls that change khutbahs or khateebs, by their labels. */
const schedulerControls = [
  'Add New Khutbah',
  'Approve',
  'Block This Khateeb',
  'Find a Khateeb',
  'Reject',
  'Remove Khateeb',
  'Request This Khateeb',
  'Revoke',
]
/** The controls that change the masjid or its members. */
const ownerControls = ['Delete This Masjid', 'Invite a Member', 'Save']

/** Returns the labels of all controls that a member with this role sees on the masjid's screens. */
async function controlsFor(memberRole: MemberRole): Promise<Set<string>> {
  const member = memberRole === 'owner' ? owner : await newMember(app, owner, memberRole)
  const page = await openAs(site, member)
  const labels = new Set<string>()
  for (const screen of masjidScreens(pair)) {
    await openScreen(page, screen)
    const main = page.getByRole('main')
    for (const role of ['button', 'link'] as const) {
      for (const control of await main.getByRole(role).all()) {
        const label = (await control.getAttribute('aria-label')) ?? (await control.innerText())
        labels.add(label.trim())
      }
    }
  }
  return labels
}

test('members see only the controls of their role on every screen of the masjid', async () => {
  const all = [...schedulerControls, ...ownerControls]
  const seenBy = async (memberRole: MemberRole) => {
    const controls = await controlsFor(memberRole)
    return all.filter((it) => controls.has(it))
  }
  expect(await seenBy('owner')).toEqual(all)
  expect(await seenBy('scheduler')).toEqual(schedulerControls)
  expect(await seenBy('viewer')).toEqual([])
})

test('a viewer sees the reason why a screen has no buttons', async () => {
  const page = await openAs(site, await newMember(app, owner, 'viewer'), '/masjid-landing')
  await page
    .getByText(
      'You can see this masjid’s khutbahs, but not change them. To change them, ask an owner to make you a scheduler.',
    )
    .waitFor()
  await page.goto('/about-me')
  await page.getByText('Only an owner can change this profile.').waitFor()
  await expect.poll(() => page.getByLabel('Masjid name').isDisabled()).toBe(true)
})
