import type { Page } from 'playwright-core'
import { getEmail } from '../../contract/account-email.ts'
import { getMasjids } from '../../contract/directory.ts'
import { deleteAccount, getSessions } from '../../contract/identity.ts'
import { acceptInvite, getBlockedAccounts } from '../../contract/proposals.ts'
import { demoPassword } from '../demo/people.ts'
import {
  alter,
  answer,
  inTurn,
  loading,
  type PicturedScreen,
  press,
  refuse,
  statesOf,
} from './pictured-screen.ts'

const dashboardCalls = ['**/users/me?*', '**/get_my_khutbahs', '**/get_masjids*'] as const
const accountCalls = ['**/identity/email', '**/identity/sessions*'] as const
const detailsCall = '**/get_masjid_details/*'

/** The headers of a list that has another page. */
const more = { 'x-next-cursor': 'more' }

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

const devices = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `00000000-0000-4000-8000-00000000000${i}`,
    createdAt: `2026-11-1${i}T17:05:00Z`,
    lastSeenAt: `2026-11-2${i}T09:30:00Z`,
    device: oneOf(i, 'Firefox on Android', 'Safari on Mac', 'Chrome on Windows'),
    current: i === 0,
  }))

const blocked = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    uid: `00000000-0000-4000-8000-00000000000${i}`,
    name: oneOf(i, 'Harbor Street Musalla', 'Islamic Center of the Lakes'),
    blockedAt: `2026-11-1${i}T17:05:00Z`,
    suspended: i === 1,
  }))

const closed = ['Harbor Street Musalla', 'Islamic Center of the Lakes'].map((masjidName) => ({
  kind: 'invite' as const,
  masjidName,
  khutbahDate: '2026-12-04',
  khutbahTime: '13:30',
}))

/** Presses a button of the open dialog. */
function confirm(name: string) {
  return (page: Page) => page.getByRole('alertdialog').getByRole('button', { name }).click()
}

export const khateebScreens: readonly PicturedScreen[] = [
  ...statesOf('khateeb', '/dashboard', {
    'dashboard-loading': loading(...dashboardCalls),
    'dashboard-failed': { before: refuse('internal', ...dashboardCalls) },
    'dashboard-suspended': {
      before: alter('**/get_my_khutbahs', (khutbahs: readonly object[]) =>
        khutbahs.map((it, place) => ({ ...it, masjidSuspended: place === 1 })),
      ),
    },
    'dashboard-withdraw': { act: press('Withdraw') },
    'dashboard-withdraw-no-reason': { act: inTurn(press('Withdraw'), confirm('Withdraw')) },
    'dashboard-offline': {
      act: inTurn((page) => page.route('**/accept_invite', (route) => route.abort()), press('Accept')),
    },
    'dashboard-accepted': {
      before: answer(acceptInvite, { requestId: '', state: 'accepted', changed: true, closed }),
      act: press('Accept'),
    },
    'dashboard-notes': {
      before: alter('**/users/me?*', ({ invites, ...record }: { invites: readonly object[] }) => ({
        ...record,
        invites: invites.map((it) => ({
          ...it,
          closesCount: { invites: 2, requests: 1 },
          tooFarFrom: { masjidName: 'Masjid as-Salam', khutbahDate: '2026-12-04', khutbahTime: '12:45' },
        })),
      })),
    },
    'dashboard-busy-button': { ...loading('**/accept_invite', '**/reject_invite'), act: press('Accept') },
  }),
  ...statesOf('newKhateeb', '/dashboard', { 'dashboard-new': {} }),
  ...statesOf('longKhateeb', '/dashboard', { 'dashboard-long-name': {} }),
  ...statesOf('arabicKhateeb', '/dashboard', { 'dashboard-arabic-name': {} }),
  ...statesOf('khateeb', '/nearby-masjids', {
    'nearby-masjids-one': { before: answer(getMasjids, masjidCards(1)) },
    'nearby-masjids-many': { before: answer(getMasjids, masjidCards(200), more) },
    'nearby-masjids-loading': loading('**/get_masjids*'),
    'nearby-masjids-failed': { before: refuse('internal', '**/get_masjids*') },
  }),
  ...statesOf('newKhateeb', '/nearby-masjids', { 'nearby-masjids-none': {} }),
  ...statesOf('khateeb', '/nearby-masjids?q=zzzzzz', { 'nearby-masjids-no-match': {} }),
  ...statesOf('khateeb', (it) => `/masjid-details/${it.masjid.uid}`, {
    'masjid-details-more': { before: alter(detailsCall, (masjid: object) => masjid, more) },
    'masjid-details-blocked': {
      before: alter(detailsCall, (masjid: object) => ({ ...masjid, blocked: true })),
    },
    'masjid-details-loading': loading(detailsCall),
    'masjid-details-failed': { before: refuse('internal', detailsCall) },
  }),
  ...statesOf('khateeb', (it) => `/masjid-details/${it.newMasjid.uid}`, { 'masjid-details-new': {} }),
  ...statesOf('khateeb', (it) => `/masjid-details/${it.longMasjid.uid}`, { 'masjid-details-long': {} }),
  ...statesOf('khateeb', (it) => `/masjid-details/${it.arabicMasjid.uid}`, { 'masjid-details-arabic': {} }),
  ...statesOf('khateeb', (it) => `/khutbah/${it.friday}?masjid=${it.masjid.uid}`, {
    'khutbah-unconfirmed': {
      before: refuse('email_unconfirmed', '**/add_khutbah_request'),
      act: press('Request to Lead'),
    },
    'khutbah-loading': loading(detailsCall),
  }),
  ...statesOf('khateeb', '/khutbah/2026-01-02', { 'khutbah-nowhere': {} }),
  ...statesOf('khateeb', '/about-me', {
    'about-me-loading': loading('**/users/me?*'),
    'about-me-saved': { act: press('Save') },
  }),
  ...statesOf('newKhateeb', '/about-me', { 'about-me-new': {} }),
  ...statesOf('khateeb', '/account', {
    'account-waiting': {
      before: inTurn(
        answer(getEmail, {
          email: 'abdurrahman.ibn.sulayman.al-qastallani@the-islamic-society-of-greater-michigan.example',
          emailVerified: true,
          newEmail: 'new@minbar.example',
        }),
        answer(getSessions, devices(3)),
        answer(getBlockedAccounts, blocked(2)),
      ),
    },
    'account-more': {
      before: inTurn(answer(getSessions, devices(5), more), answer(getBlockedAccounts, blocked(5), more)),
    },
    'account-loading': loading(...accountCalls),
    'account-failed': { before: refuse('internal', ...accountCalls) },
    'account-sign-out-elsewhere': {
      before: answer(getSessions, devices(3)),
      act: press('Sign out everywhere else'),
    },
    'account-change-email': { act: press('Change e-mail') },
    'account-change-email-empty': { act: inTurn(press('Change e-mail'), press('Send confirmation e-mail')) },
    'account-change-password': { act: press('Change password') },
    'account-delete': { act: press('Delete my account') },
  }),
  ...statesOf('newKhateeb', '/account', {
    'account-deleted': {
      before: answer(deleteAccount, {}),
      act: inTurn(
        press('Delete my account'),
        (page) => page.getByLabel('Your password').fill(demoPassword),
        confirm('Delete my account'),
      ),
    },
  }),
  ...statesOf('longKhateeb', (it) => `/khateeb-details/${it.longKhateeb.uid}`, { 'khateeb-details-own': {} }),
]
