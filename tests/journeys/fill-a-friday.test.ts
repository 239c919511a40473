import { beforeEach, describe, expect, test } from 'vitest'
import { revokeInvite } from '../../contract/proposals.ts'
import { openSite, signInOn, withMotion } from '../runtime/browser.ts'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { friday, inviteKhateeb, postSlot, requestSlot, type Slot } from '../runtime/slots.ts'
import {
  nextToast,
  openSlotPanel,
  postedSlot,
  pressInDialog,
  row,
  selectSlot,
  waitForText,
} from './sections.ts'

const day = dayAndDate(friday)
const time = '1:00 PM'

/** ZIP codes more than 50 miles apart, so that tests don't see each other's accounts. */
const places = '99501 96813 00901 96910 59101 83702 87501 04401 39201 73301 58501'.split(' ')

let masjid: TestAccount
let khateeb: TestAccount
let rival: TestAccount
let slot: Slot

const site = withMotion(await openSite())
const masjidPage = await site.open()
const khateebPage = await site.open()

beforeEach(async () => {
  const zipCode = places.pop() ?? '48126'
  masjid = await newMasjid(site.url, { zipCode })
  khateeb = await newKhateeb(site.url, { zipCode, firstName: 'Yusuf' })
  rival = await newKhateeb(site.url, { zipCode, firstName: 'Bilal' })
  slot = await postSlot(masjid)
  await Promise.all([signInOn(masjidPage, masjid), signInOn(khateebPage, khateeb)])
})

const asks = (who: TestAccount) => requestSlot(who, slot)
const invites = (who: TestAccount) => inviteKhateeb(masjid, who, slot)
const home = () => khateebPage.goto('/dashboard')
const landing = () => masjidPage.goto('/masjid-landing')

const upcoming = 'Upcoming Khutbahs'
const requests = 'Pending Requests'
const invitesToMe = 'Pending Requests to Give Khutbah'
const sentRequests = 'Sent Requests to Masjids'
const sentInvites = 'Sent Requests'

async function seesConfirmed(who: TestAccount): Promise<void> {
  await postedSlot(masjidPage, time).getByText('Confirmed').waitFor()
  await postedSlot(masjidPage, time).getByRole('button', { name: who.name }).waitFor()
}

async function seesOpen(): Promise<void> {
  await postedSlot(masjidPage, time).getByText('N/A').waitFor()
}

async function approves(who: TestAccount): Promise<void> {
  await row(masjidPage, requests, who.name).getByRole('button', { name: 'Approve' }).click()
  expect(await nextToast(masjidPage)).toBe('Request approved successfully! Please refresh.')
  await seesConfirmed(who)
}

/** Requests the slot, and approves the request on the masjid's screen. */
async function fillsWith(who: TestAccount): Promise<void> {
  await asks(who)
  await landing()
  await approves(who)
}

describe('requests', () => {
  test('a request from the khutbah screen fills the slot when approved, and both dashboards show the khutbah', async () => {
    await home()
    await khateebPage
      .getByRole('region', { name: 'Masjids Near You' })
      .getByRole('link', { name: masjid.name })
      .click()
    await khateebPage.getByRole('link', { name: day }).click()
    await khateebPage.getByRole('button', { name: 'Request to Lead' }).click()
    const sent = 'Your request to lead the khutbah at 1:00 PM has been sent.'
    expect(await nextToast(khateebPage)).toBe(sent)

    await landing()
    await approves(khateeb)
    await waitForText(masjidPage, requests, 'No pending requests')
    await home()
    await row(khateebPage, upcoming, day).getByText(masjid.name).waitFor()
    await waitForText(khateebPage, sentRequests, 'No sent requests')
  })
})

describe('invites', () => {
  test('an invite to a nearby khateeb fills the slot when accepted, and both dashboards show the khutbah', async () => {
    await landing()
    const nearby = row(masjidPage, 'Nearby Khateebs', khateeb.name)
    await nearby.getByRole('button', { name: 'Request This Khateeb' }).click()
    expect(await nextToast(masjidPage)).toBe('Please select a khutbah slot first.')
    await selectSlot(nearby)
    await nearby.getByRole('button', { name: 'Request This Khateeb' }).click()
    expect(await nextToast(masjidPage)).toBe(
      `Invite sent to ${khateeb.name} for ${longDate(friday)} at 1:00 PM`,
    )
    await row(masjidPage, sentInvites, khateeb.name).getByText(day).waitFor()

    await home()
    await row(khateebPage, invitesToMe, masjid.name).getByRole('button', { name: 'Accept' }).click()
    expect(await nextToast(khateebPage)).toBe(
      "Invite accepted! You've been assigned to that khutbah. Please refresh if your khutbahs did not update.",
    )
    await row(khateebPage, upcoming, day).getByText(masjid.name).waitFor()
    await waitForText(khateebPage, invitesToMe, 'No pending requests')

    await landing()
    await seesConfirmed(khateeb)
    await waitForText(masjidPage, sentInvites, 'No sent requests')
  })

  test('an invite that was just revoked cannot be accepted, and the khateeb sees the reason and an updated list', async () => {
    await invites(khateeb)
    await home()
    const accept = row(khateebPage, invitesToMe, masjid.name).getByRole('button', { name: 'Accept' })
    await accept.waitFor()
    await masjid.client.call(revokeInvite, { ...slot, khateebUid: khateeb.uid })
    await accept.click()
    expect(await nextToast(khateebPage)).toBe(
      'Failed to accept invite. Please try again.\nThis was already revoked.',
    )
    await waitForText(khateebPage, invitesToMe, 'No pending requests')
  })
})

/** For each kind of proposal: how to make it, and the title of its list on each side. */
const proposals = {
  request: { make: asks, masjid: requests, khateeb: sentRequests },
  invite: { make: invites, masjid: sentInvites, khateeb: invitesToMe },
}

/** Returns the text of an empty list of proposals. */
const emptyText = (list: string) => (list.startsWith('Sent') ? 'No sent requests' : 'No pending requests')

test.each([
  ['request', 'masjid', 'Reject', 'Request rejected'],
  ['request', 'khateeb', 'Revoke', 'Request revoked successfully.'],
  ['invite', 'khateeb', 'Reject', 'Invite rejected.'],
  ['invite', 'masjid', 'Revoke', 'Invite revoked.'],
] as const)('a %s disappears on both sides when the %s presses %s', async (kind, who, button, toast) => {
  const { make, ...lists } = proposals[kind]
  await make(khateeb)
  await Promise.all([landing(), home()])
  const page = who === 'masjid' ? masjidPage : khateebPage
  const proposal = row(page, lists[who], who === 'masjid' ? khateeb.name : masjid.name)
  await proposal.getByRole('button', { name: button }).click()
  expect(await nextToast(page)).toBe(toast)
  await waitForText(page, lists[who], emptyText(lists[who]))
  await Promise.all([landing(), home()])
  await waitForText(masjidPage, lists.masjid, emptyText(lists.masjid))
  await waitForText(khateebPage, lists.khateeb, emptyText(lists.khateeb))
  await seesOpen()
})

describe('confirmed khateebs', () => {
  beforeEach(() => fillsWith(khateeb))

  test('a confirmed khateeb can be removed, and another khateeb can take the slot', async () => {
    await postedSlot(masjidPage, time).getByRole('button', { name: 'Remove Khateeb' }).click()
    await pressInDialog(masjidPage, 'Remove Khateeb')
    expect(await nextToast(masjidPage)).toBe('Khateeb removed successfully.')
    await seesOpen()
    await home()
    await waitForText(khateebPage, upcoming, 'No upcoming khutbahs.')
    await fillsWith(rival)
  })

  test('a confirmed khateeb can withdraw with a reason, and another khateeb can take the slot', async () => {
    await home()
    await row(khateebPage, upcoming, day).getByRole('button', { name: 'Withdraw' }).click()
    await pressInDialog(khateebPage, 'Withdraw')
    await khateebPage.getByText('Please tell the masjid why.').waitFor()
    await khateebPage.getByLabel('Reason').fill('My flight was cancelled.')
    await pressInDialog(khateebPage, 'Withdraw')
    expect(await nextToast(khateebPage)).toBe('You have withdrawn from that khutbah.')
    await waitForText(khateebPage, upcoming, 'No upcoming khutbahs.')
    await fillsWith(rival)
  })

  test('a confirmed khateeb loses a slot that the masjid removes, and another khateeb can take the slot after it is posted again', async () => {
    const panel = await openSlotPanel(masjidPage, time)
    await panel.getByRole('button', { name: 'Cancel This Service' }).click()
    await pressInDialog(masjidPage, 'Cancel This Service')
    expect(await nextToast(masjidPage)).toBe('The service is canceled.')
    await waitForText(masjidPage, upcoming, 'No upcoming khutbahs.')
    await home()
    await waitForText(khateebPage, upcoming, 'No upcoming khutbahs.')

    await masjidPage.getByRole('button', { name: 'Add New Khutbah' }).click()
    await masjidPage.getByLabel('Date').fill(friday)
    await masjidPage.getByLabel('Time of khutbah 1').fill('13:00')
    await masjidPage.getByRole('button', { name: 'Add Khutbah', exact: true }).click()
    expect(await nextToast(masjidPage)).toBe('Khutbah added successfully!')
    await seesOpen()
    await fillsWith(rival)
  })
})
