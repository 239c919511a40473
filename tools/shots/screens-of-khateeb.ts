import type { Page } from 'playwright-core'
import { getEmail } from '../../contract/account-email.ts'
import type { getAvailability } from '../../contract/availability.ts'
import { getBlockedAccounts } from '../../contract/blocks.ts'
import { getCalendarAddress } from '../../contract/calendar.ts'
import { getMasjids } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { deleteAccount, getSessions } from '../../contract/identity.ts'
import { getPastKhutbahs } from '../../contract/khutbahs.ts'
import { acceptInvite } from '../../contract/proposals.ts'
import {
  getSecondFactors,
  renewRecoveryCodes,
  startAddingAuthenticatorApp,
} from '../../contract/second-factor.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { demoPassword } from '../demo/people.ts'
import {
  changeResponse,
  click,
  loadingState,
  mockFailure,
  mockResponse,
  runInOrder,
  type ScreenshotCase,
  statesOf,
} from './screenshot-case.ts'

const dashboardCalls = ['**/users/me?*', '**/get_my_khutbahs', '**/get_masjids*', '**/open_slots?*'] as const
const accountCalls = ['**/identity/email', '**/identity/sessions*'] as const
const detailsCall = '**/get_masjid_details/*'

/** Returns availability settings with six away dates. The khateeb is booked on one of them. */
function withAvailability(given: OutputOf<typeof getAvailability>): OutputOf<typeof getAvailability> {
  const after = (days: number) => addDays(given.today, days)
  return {
    ...given,
    awayDates: [3, 4, 5, 6, 7, 8].map(after),
    khutbahDates: [1, 8, 15].map(after),
    maxAMonth: 2,
    maxMiles: 40,
    weeksBetween: 4,
    languages: ['ar', 'en'],
    shortNotice: true,
  }
}

const calendarAddress = { madeAt: '2026-01-09T18:30:00.000Z' }

const secondFactors: OutputOf<typeof getSecondFactors> = {
  factors: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      kind: 'passkey',
      device: 'Safari on iPhone',
      addedAt: '2026-01-09T18:30:00.000Z',
      lastUsedAt: '2026-02-13T17:05:00.000Z',
    },
    {
      id: '00000000-0000-4000-8000-000000000002',
      kind: 'authenticator_app',
      device: 'Chrome on Windows',
      addedAt: '2026-01-09T18:45:00.000Z',
      lastUsedAt: null,
    },
  ],
  recoveryCodes: 8,
  recoveryCodesMadeAt: '2026-01-09T18:30:00.000Z',
  passkeysAvailable: true,
  required: false,
}

const recoveryCodes = Array.from({ length: 10 }, (_, i) => `${'23456789AB'[i]}BCD-EFGH-JKLM-NPQR-STUV-WXYZ`)

const enterPassword = (page: Page) => page.getByLabel('Your password').fill(demoPassword)

/** The response headers of a list that has a next page. */
const nextPageHeaders = { 'x-next-cursor': 'more' }

function oneOf(i: number, ...texts: readonly string[]): string {
  return texts[i % texts.length] ?? ''
}

function masjidCards(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    uid: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    masjidName: oneOf(
      i,
      'Masjid as-Salam',
      'Islamic Center of the Lakes',
      'Masjid Bilal',
      'Harbor Street Musalla',
    ),
    city: oneOf(i, 'Dearborn', 'Detroit', 'Ann Arbor'),
    stateCode: 'MI',
    latitude: 42.3,
    longitude: -83.2,
    verified: i % 3 === 0,
    distance: 0.4 + i * 1.3,
  }))
}

const sampleSessions = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `00000000-0000-4000-8000-00000000000${i}`,
    createdAt: `2026-11-1${i}T17:05:00Z`,
    lastSeenAt: `2026-11-2${i}T09:30:00Z`,
    device: oneOf(i, 'Firefox on Android', 'Safari on Mac', 'Chrome on Windows'),
    current: i === 0,
  }))

const blockedAccounts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    uid: `00000000-0000-4000-8000-00000000000${i}`,
    name: oneOf(i, 'Harbor Street Musalla', 'Islamic Center of the Lakes'),
    blockedAt: `2026-11-1${i}T17:05:00Z`,
    suspended: i === 1,
  }))

const assignmentUnderWay = {
  slotId: '00000000-0000-4000-8000-000000000002',
  assignmentId: '00000000-0000-4000-8000-000000000003',
  date: '2026-11-27',
  time: { time: '13:30' },
  startsAt: '2026-11-27T18:30:00.000Z',
  timeZone: 'America/Detroit',
  masjidUid: '00000000-0000-4000-8000-000000000001',
  masjidName: 'Harbor Street Musalla',
  masjidSuspended: false,
  city: 'Detroit',
  contact: { masjidAddress: '12 Harbor Street', stateCode: 'MI', zipCode: '48201', phone: '3135550142' },
}

const pastKhutbahs = Array.from({ length: 14 }, (_, i) => ({
  assignmentId: `00000000-0000-4000-8000-0000000000${i + 10}`,
  slotId: `00000000-0000-4000-8000-0000000000${i + 30}`,
  date: addDays('2026-02-13', -7 * i),
  time: { time: oneOf(i, '13:30', '12:45') },
  startsAt: new Date(Date.UTC(2026, 1, 13 - i * 7, 18, 30)).toISOString(),
  timeZone: i === 2 ? 'America/Chicago' : 'America/Detroit',
  masjid: {
    uid: i === 3 ? null : '00000000-0000-4000-8000-000000000001',
    name: i === 3 ? 'Former masjid' : oneOf(i, 'Masjid as-Salam', 'Islamic Center of the Lakes'),
  },
  city: i === 3 ? null : oneOf(i, 'Dearborn', 'Detroit', 'Ann Arbor'),
}))

const years = [
  { year: 2026, count: 7 },
  { year: 2025, count: 31 },
]

/** The invites that close when the khateeb accepts another invite. */
const closedInvites = ['Harbor Street Musalla', 'Islamic Center of the Lakes'].map((masjidName) => ({
  kind: 'invite' as const,
  slotId: '00000000-0000-4000-8000-000000000002',
  masjidName,
  khutbahDate: '2026-12-04',
  khutbahTime: '13:30',
  startsAt: '2026-12-04T19:30:00Z',
  timeZone: 'America/Chicago',
}))

/** Returns a function that presses a button in the open dialog with a form. */
function submit(name: string) {
  return (page: Page) => page.getByRole('dialog').getByRole('button', { name }).click()
}

/** Returns a function that presses a button in the open dialog that asks for a confirmation. */
function confirm(name: string) {
  return (page: Page) => page.getByRole('alertdialog').getByRole('button', { name }).click()
}

/** The slot in the address of a letter's link, which leads to the row of the slot. */
const linkedSlot = '00000000-0000-4000-8000-000000000001'

export const khateebScreens: readonly ScreenshotCase[] = [
  ...statesOf('khateeb', `/dashboard?row=${linkedSlot}`, {
    'dashboard-confirm-again': {
      before: (page) =>
        Promise.all([
          changeResponse('**/users/me?*', (record: object) => ({ ...record, reconfirmationCount: 1 }))(page),
          changeResponse('**/get_my_khutbahs', (khutbahs: readonly object[]) =>
            khutbahs.map((it, place) =>
              place === 0 ? { ...it, slotId: linkedSlot, awaitsReconfirmation: true } : it,
            ),
          )(page),
        ]),
    },
    'dashboard-row-gone': {},
  }),
  ...statesOf('khateeb', '/dashboard', {
    'dashboard-loading': loadingState(...dashboardCalls),
    'dashboard-failed': { before: mockFailure('internal', ...dashboardCalls) },
    'dashboard-suspended': {
      before: changeResponse('**/get_my_khutbahs', (khutbahs: readonly object[]) =>
        khutbahs.map((it, place) => ({ ...it, masjidSuspended: place === 1 })),
      ),
    },
    'dashboard-under-way': {
      before: changeResponse('**/users/me?*', (record: object) => ({
        ...record,
        underWay: [assignmentUnderWay],
      })),
    },
    'dashboard-zones': {
      before: changeResponse('**/get_my_khutbahs', (khutbahs: readonly object[]) =>
        khutbahs.map((it) => ({ ...it, timeZone: 'America/Chicago' })),
      ),
    },
    'dashboard-withdraw': { act: click('Withdraw') },
    'dashboard-withdraw-no-reason': { act: runInOrder(click('Withdraw'), confirm('Withdraw')) },
    'dashboard-offline': {
      act: runInOrder((page) => page.route('**/accept_invite', (route) => route.abort()), click('Accept')),
    },
    'dashboard-accepted': {
      before: mockResponse(acceptInvite, {
        requestId: '',
        state: 'accepted',
        changed: true,
        closed: closedInvites,
      }),
      act: click('Accept'),
    },
    'dashboard-notes': {
      before: changeResponse('**/users/me?*', ({ invites, ...record }: { invites: readonly object[] }) => ({
        ...record,
        invites: invites.map((it) => ({
          ...it,
          closesCount: { invites: 2, requests: 1 },
          tooFarFrom: {
            masjidName: 'Masjid as-Salam',
            khutbahDate: '2026-12-04',
            khutbahTime: '12:45',
            distance: 32.4,
            startsAt: '2026-12-04T18:45:00Z',
            timeZone: 'America/Chicago',
          },
        })),
      })),
    },
    'dashboard-busy-button': {
      ...loadingState('**/accept_invite', '**/reject_invite'),
      act: click('Accept'),
    },
  }),
  ...statesOf('newKhateeb', '/dashboard', { 'dashboard-new': {} }),
  ...statesOf('longKhateeb', '/dashboard', { 'dashboard-long-name': {} }),
  ...statesOf('arabicKhateeb', '/dashboard', { 'dashboard-arabic-name': {} }),
  ...statesOf('khateeb', '/my-khutbahs', {
    'my-khutbahs': {
      before: mockResponse(getPastKhutbahs, { years, khutbahs: pastKhutbahs }, nextPageHeaders),
    },
    'my-khutbahs-none': {},
    'my-khutbahs-loading': loadingState('**/past_khutbahs*'),
  }),
  ...statesOf('khateeb', '/availability', {
    availability: { before: changeResponse('**/users/me/availability', withAvailability) },
    'availability-changed': {
      before: changeResponse('**/users/me/availability', withAvailability),
      act: runInOrder(click('Next month'), click(/ 18, /)),
    },
    'availability-loading': loadingState('**/users/me/availability'),
    'availability-failed': { before: mockFailure('internal', '**/users/me/availability') },
  }),
  ...statesOf('khateeb', '/nearby-slots', {
    'nearby-slots': {},
    'nearby-slots-loading': loadingState('**/open_slots?*'),
    'nearby-slots-failed': { before: mockFailure('internal', '**/open_slots?*') },
  }),
  ...statesOf('newKhateeb', '/nearby-slots', { 'nearby-slots-none': {} }),
  ...statesOf('khateeb', '/nearby-masjids', {
    'nearby-masjids-one': { before: mockResponse(getMasjids, masjidCards(1)) },
    'nearby-masjids-many': { before: mockResponse(getMasjids, masjidCards(200), nextPageHeaders) },
    'nearby-masjids-loading': loadingState('**/get_masjids*'),
    'nearby-masjids-failed': { before: mockFailure('internal', '**/get_masjids*') },
  }),
  ...statesOf('newKhateeb', '/nearby-masjids', { 'nearby-masjids-none': {} }),
  ...statesOf('khateeb', '/nearby-masjids?q=zzzzzz', { 'nearby-masjids-no-match': {} }),
  ...statesOf('khateeb', (it) => `/masjid-details/${it.masjid.uid}`, {
    'masjid-details-more': {
      before: changeResponse(detailsCall, (masjid: object) => masjid, nextPageHeaders),
    },
    'masjid-details-blocked': {
      before: changeResponse(detailsCall, (masjid: object) => ({ ...masjid, blocked: true })),
    },
    'masjid-details-loading': loadingState(detailsCall),
    'masjid-details-failed': { before: mockFailure('internal', detailsCall) },
  }),
  ...statesOf('khateeb', (it) => `/masjid-details/${it.newMasjid.uid}`, { 'masjid-details-new': {} }),
  ...statesOf('khateeb', (it) => `/masjid-details/${it.longMasjid.uid}`, { 'masjid-details-long': {} }),
  ...statesOf('khateeb', (it) => `/masjid-details/${it.arabicMasjid.uid}`, { 'masjid-details-arabic': {} }),
  ...statesOf('khateeb', (it) => `/khutbah/${it.friday}?masjid=${it.masjid.uid}`, {
    'khutbah-unconfirmed': {
      before: mockFailure('email_unconfirmed', '**/add_khutbah_request'),
      act: click('Request to Lead'),
    },
    'khutbah-loading': loadingState(detailsCall),
  }),
  ...statesOf('khateeb', '/khutbah/2026-01-02', { 'khutbah-nowhere': {} }),
  ...statesOf('khateeb', '/about-me', {
    'about-me-loading': loadingState('**/users/me?*'),
    'about-me-saved': { act: click('Save') },
  }),
  ...statesOf('newKhateeb', '/about-me', { 'about-me-new': {} }),
  ...statesOf('khateeb', '/account', {
    'account-waiting': {
      before: runInOrder(
        mockResponse(getEmail, {
          email: 'abdurrahman.ibn.sulayman.al-qastallani@the-islamic-society-of-greater-michigan.example',
          emailVerified: true,
          newEmail: 'new@minbar.example',
        }),
        mockResponse(getSessions, sampleSessions(3)),
        mockResponse(getBlockedAccounts, blockedAccounts(2)),
      ),
    },
    'account-more': {
      before: runInOrder(
        mockResponse(getSessions, sampleSessions(5), nextPageHeaders),
        mockResponse(getBlockedAccounts, blockedAccounts(5), nextPageHeaders),
      ),
    },
    'account-loading': loadingState(...accountCalls),
    'account-failed': { before: mockFailure('internal', ...accountCalls) },
    'account-sign-out-elsewhere': {
      before: mockResponse(getSessions, sampleSessions(3)),
      act: click('Sign out everywhere else'),
    },
    'account-change-email': { act: click('Change email') },
    'account-change-email-empty': {
      act: runInOrder(click('Change email'), click('Send confirmation email')),
    },
    'account-calendar': {
      before: mockResponse(getCalendarAddress, calendarAddress),
      act: click('Set up my calendar'),
    },
    'account-calendar-replace': {
      before: mockResponse(getCalendarAddress, calendarAddress),
      act: runInOrder(click('Set up my calendar'), click('Make a new address')),
    },
    'account-second-factors': { before: mockResponse(getSecondFactors, secondFactors) },
    'account-second-factor-required': {
      before: mockResponse(getSecondFactors, { ...secondFactors, factors: [], required: true }),
    },
    'account-add-passkey': { act: click('Add a passkey') },
    'account-set-up-app': {
      before: mockResponse(startAddingAuthenticatorApp, {
        key: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Minbar:salim%40minbar.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Minbar',
      }),
      act: runInOrder(click('Set up an app'), enterPassword, submit('Continue')),
    },
    'account-recovery-codes': {
      before: runInOrder(
        mockResponse(getSecondFactors, secondFactors),
        mockResponse(renewRecoveryCodes, { recoveryCodes }),
      ),
      act: runInOrder(click('Make new recovery codes'), enterPassword, submit('Make new codes')),
    },
    'account-remove-factor': {
      before: mockResponse(getSecondFactors, secondFactors),
      act: click('Remove'),
    },
    'account-change-password': { act: click('Change password') },
    'account-delete': { act: click('Delete my account') },
  }),
  ...statesOf('newKhateeb', '/account', {
    'account-deleted': {
      before: mockResponse(deleteAccount, {}),
      act: runInOrder(click('Delete my account'), enterPassword, confirm('Delete my account')),
    },
  }),
  ...statesOf('longKhateeb', (it) => `/khateeb-details/${it.longKhateeb.uid}`, { 'khateeb-details-own': {} }),
]
