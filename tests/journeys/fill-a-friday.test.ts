import { beforeEach, describe, expect, test } from 'vitest'
import { revokeInvite } from '../../contract/proposals.ts'
import { openSite, signInOn, withMotion } from '../runtime/browser.ts'
import { dayAndDate, longDate } from '../runtime/format-dates.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { friday, inviteKhateeb, postSlot, requestSlot, type Slot } from '../runtime/slots.ts'
import {
  openSlotPanel,
  pressInDialog,
  readAndCloseToast,
  row,
  selectSlot,
  slotCell,
  waitForText,
} from './sections.ts'

const day = dayAndDate(friday)
const time = '1:00 PM'

/** ZIP codes more than 50 miles apart, so that tests don't see each other's accounts. */
const zipCodes = '99501 96813 00901 96910 59101 83702 87501 04401 39201 73301 58501'.split(' ')

let masjid: TestAccount
let khateeb: TestAccount
let rival: TestAccount
let slot: Slot

const site = withMotion(await openSite())
const masjidPage = await site.open()
const khateebPage = await site.open()

beforeEach(async () => {
  const zipCode = zipCodes.pop() ?? '48126'
  masjid = await newMasjid(site.url, { zipCode })
  khateeb = await newKhateeb(site.url, { zipCode, firstName: 'Yusuf' })
  rival = await newKhateeb(site.url, { zipCode, firstName: 'Bilal' })
  slot = await postSlot(masjid)
  await Promise.all([signInOn(masjidPage, masjid), signInOn(khateebPage, khateeb)])
})

const sendRequest = (who: TestAccount) => requestSlot(who, slot)
const sendInvite = (who: TestAccount) => inviteKhateeb(masjid, who, slot)
const openDashboard = () => khateebPage.goto('/dashboard')
const openLanding = () => masjidPage.goto('/masjid-landing')

const upcomingTitle = 'Upcoming Khutbahs'
const requestsTitle = 'Pending Requests'
const invitesTitle = 'Pending Requests to Give Khutbah'
const sentRequestsTitle = 'Sent Requests to Masjids'
const sentInvitesTitle = 'Sent Requests'

async function expectConfirmed(who: TestAccount): Promise<void> {
  await slotCell(masjidPage, time).getByText('Confirmed').waitFor()
  await slotCell(masjidPage, time).getByRole('button', { name: who.name }).waitFor()
}

async function expectSlotOpen(): Promise<void> {
  await slotCell(masjidPage, time).getByText('N/A').waitFor()
}

async function approveRequestOf(who: TestAccount): Promise<void> {
  await row(masjidPage, requestsTitle, who.name).getByRole('button', { name: 'Approve' }).click()
  expect(await readAndCloseToast(masjidPage)).toBe('Request approved successfully! Please refresh.')
  await expectConfirmed(who)
}

/** Requests the slot, and approves the request on the masjid's screen. */
async function fillSlotWith(who: TestAccount): Promise<void> {
  await sendRequest(who)
  await openLanding()
  await approveRequestOf(who)
}

describe('requests', () => {
  test('a request from the khutbah screen fills the slot when approved, and both dashboards show the khutbah', async () => {
    await openDashboard()
    await khateebPage
      .getByRole('region', { name: 'Masjids Near You' })
      .getByRole('link', { name: masjid.name })
      .click()
    await khateebPage.getByRole('link', { name: day }).click()
    await khateebPage.getByRole('button', { name: 'Request to Lead' }).click()
    const sent = 'Your request to lead the khutbah at 1:00 PM has been sent.'
    expect(await readAndCloseToast(khateebPage)).toBe(sent)

    await openLanding()
    await approveRequestOf(khateeb)
    await waitForText(masjidPage, requestsTitle, 'No pending requests')
    await openDashboard()
    await row(khateebPage, upcomingTitle, day).getByText(masjid.name).waitFor()
    await waitForText(khateebPage, sentRequestsTitle, 'No sent requests')
  })
})

describe('invites', () => {
  test('an invite to a nearby khateeb fills the slot when accepted, and both dashboards show the khutbah', async () => {
    await openLanding()
    const nearby = row(masjidPage, 'Nearby Khateebs', khateeb.name)
    await nearby.getByRole('button', { name: 'Request This Khateeb' }).click()
    expect(await readAndCloseToast(masjidPage)).toBe('Please select a khutbah slot first.')
    await selectSlot(nearby)
    await nearby.getByRole('button', { name: 'Request This Khateeb' }).click()
    expect(await readAndCloseToast(masjidPage)).toBe(
      `Invite sent to ${khateeb.name} for ${longDate(friday)} at 1:00 PM`,
    )
    await row(masjidPage, sentInvitesTitle, khateeb.name).getByText(day).waitFor()

    await openDashboard()
    await row(khateebPage, invitesTitle, masjid.name).getByRole('button', { name: 'Accept' }).click()
    expect(await readAndCloseToast(khateebPage)).toBe(
      "Invite accepted! You've been assigned to that khutbah. Please refresh if your khutbahs did not update.",
    )
    await row(khateebPage, upcomingTitle, day).getByText(masjid.name).waitFor()
    await waitForText(khateebPage, invitesTitle, 'No pending requests')

    await openLanding()
    await expectConfirmed(khateeb)
    await waitForText(masjidPage, sentInvitesTitle, 'No sent requests')
  })

  test('an invite that was just revoked cannot be accepted, and the khateeb sees the reason and an updated list', async () => {
    await sendInvite(khateeb)
    await openDashboard()
    const accept = row(khateebPage, invitesTitle, masjid.name).getByRole('button', { name: 'Accept' })
    await accept.waitFor()
    await masjid.client.call(revokeInvite, { ...slot, khateebUid: khateeb.uid })
    await accept.click()
    expect(await readAndCloseToast(khateebPage)).toBe(
      'This was already revoked.\nFailed to accept invite. Please try again.',
    )
    await waitForText(khateebPage, invitesTitle, 'No pending requests')
  })
})

/** For each kind of proposal: how to make it, and the title of its list on each side. */
const proposals = {
  request: { make: sendRequest, masjid: requestsTitle, khateeb: sentRequestsTitle },
  invite: { make: sendInvite, masjid: sentInvitesTitle, khateeb: invitesTitle },
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
  await Promise.all([openLanding(), openDashboard()])
  const page = who === 'masjid' ? masjidPage : khateebPage
  const proposal = row(page, lists[who], who === 'masjid' ? khateeb.name : masjid.name)
  await proposal.getByRole('button', { name: button }).click()
  expect(await readAndCloseToast(page)).toBe(toast)
  await waitForText(page, lists[who], emptyText(lists[who]))
  await Promise.all([openLanding(), openDashboard()])
  await waitForText(masjidPage, lists.masjid, emptyText(lists.masjid))
  await waitForText(khateebPage, lists.khateeb, emptyText(lists.khateeb))
  await expectSlotOpen()
})

describe('a confirmed khateeb', () => {
  beforeEach(() => fillSlotWith(khateeb))

  test('can be removed, and another khateeb can take the slot', async () => {
    await slotCell(masjidPage, time).getByRole('button', { name: 'Remove Khateeb' }).click()
    await pressInDialog(masjidPage, 'Remove Khateeb')
    expect(await readAndCloseToast(masjidPage)).toBe('Khateeb removed successfully.')
    await expectSlotOpen()
    await openDashboard()
    await waitForText(khateebPage, upcomingTitle, 'No upcoming khutbahs.')
    await fillSlotWith(rival)
  })

  test('can withdraw with a reason, and another khateeb can take the slot', async () => {
    await openDashboard()
    await row(khateebPage, upcomingTitle, day).getByRole('button', { name: 'Withdraw' }).click()
    await pressInDialog(khateebPage, 'Withdraw')
    await khateebPage.getByText('Please tell the masjid why.').waitFor()
    await khateebPage.getByLabel('Reason').fill('My flight was cancelled.')
    await pressInDialog(khateebPage, 'Withdraw')
    expect(await readAndCloseToast(khateebPage)).toBe('You have withdrawn from that khutbah.')
    await waitForText(khateebPage, upcomingTitle, 'No upcoming khutbahs.')
    await fillSlotWith(rival)
  })

  test('loses a slot that the masjid removes, and another khateeb can take the slot after it is posted again', async () => {
    const panel = await openSlotPanel(masjidPage, time)
    await panel.getByRole('button', { name: 'Cancel This Service' }).click()
    await pressInDialog(masjidPage, 'Cancel This Service')
    expect(await readAndCloseToast(masjidPage)).toBe('The service is canceled.')
    await waitForText(masjidPage, upcomingTitle, 'No upcoming khutbahs.')
    await openDashboard()
    await waitForText(khateebPage, upcomingTitle, 'No upcoming khutbahs.')

    await masjidPage.getByRole('button', { name: 'Add New Khutbah' }).click()
    await masjidPage.getByLabel('Date').fill(friday)
    await masjidPage.getByLabel('Time of khutbah 1').fill('13:00')
    await masjidPage.getByRole('button', { name: 'Add Khutbah', exact: true }).click()
    expect(await readAndCloseToast(masjidPage)).toBe('Khutbah added successfully!')
    await expectSlotOpen()
    await fillSlotWith(rival)
  })
})
