import { alter, answer, fail, hold, inTurn, press, refuse, type Screen } from './screen.ts'

const dashboardCalls = ['**/users/me?*', '**/get_my_khutbahs', '**/get_masjids*'] as const

function masjidCards(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    uid: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    masjidName: ['Masjid as-Salam', 'Islamic Center of the Lakes', 'Masjid Bilal', 'Harbor Street Musalla'][
      i % 4
    ],
    city: ['Dearborn', 'Detroit', 'Ann Arbor'][i % 3],
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
    device: ['Firefox on Android', 'Safari on Mac', 'Chrome on Windows'][i % 3],
    current: i === 0,
  }))

const blocked = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    uid: `00000000-0000-4000-8000-00000000000${i}`,
    name: ['Harbor Street Musalla', 'Islamic Center of the Lakes'][i % 2],
    blockedAt: `2026-11-1${i}T17:05:00Z`,
    suspended: i === 1,
  }))

export const khateebScreens: readonly Screen[] = [
  { name: 'dashboard', viewer: 'khateeb', path: '/dashboard' },
  { name: 'dashboard-new', viewer: 'newKhateeb', path: '/dashboard' },
  { name: 'dashboard-long-name', viewer: 'longKhateeb', path: '/dashboard' },
  { name: 'dashboard-arabic-name', viewer: 'arabicKhateeb', path: '/dashboard' },
  {
    name: 'dashboard-loading',
    viewer: 'khateeb',
    path: '/dashboard',
    before: hold(...dashboardCalls),
    held: true,
  },
  { name: 'dashboard-failed', viewer: 'khateeb', path: '/dashboard', before: fail(...dashboardCalls) },
  {
    name: 'dashboard-suspended',
    viewer: 'khateeb',
    path: '/dashboard',
    before: alter('**/get_my_khutbahs', (khutbahs: readonly object[]) =>
      khutbahs.map((it, place) => ({ ...it, masjidSuspended: place === 1 })),
    ),
  },
  { name: 'dashboard-withdraw', viewer: 'khateeb', path: '/dashboard', act: press('Withdraw') },
  {
    name: 'dashboard-withdraw-no-reason',
    viewer: 'khateeb',
    path: '/dashboard',
    act: inTurn(press('Withdraw'), (page) =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click(),
    ),
  },
  {
    name: 'dashboard-offline',
    viewer: 'khateeb',
    path: '/dashboard',
    act: inTurn((page) => page.route('**/accept_invite', (route) => route.abort()), press('Accept')),
  },
  {
    name: 'dashboard-accepted',
    viewer: 'khateeb',
    path: '/dashboard',
    before: answer('**/accept_invite', {}),
    act: press('Accept'),
  },
  {
    name: 'dashboard-busy-button',
    viewer: 'khateeb',
    path: '/dashboard',
    before: hold('**/accept_invite', '**/reject_invite'),
    act: press('Accept'),
    held: true,
  },
  { name: 'nearby-masjids', viewer: 'khateeb', path: '/nearby-masjids' },
  { name: 'nearby-masjids-none', viewer: 'newKhateeb', path: '/nearby-masjids' },
  { name: 'nearby-masjids-no-match', viewer: 'khateeb', path: '/nearby-masjids?q=zzzzzz' },
  {
    name: 'nearby-masjids-one',
    viewer: 'khateeb',
    path: '/nearby-masjids',
    before: answer('**/get_masjids*', masjidCards(1)),
  },
  {
    name: 'nearby-masjids-many',
    viewer: 'khateeb',
    path: '/nearby-masjids',
    before: answer('**/get_masjids*', masjidCards(200), { 'x-next-cursor': 'more' }),
  },
  {
    name: 'nearby-masjids-loading',
    viewer: 'khateeb',
    path: '/nearby-masjids',
    before: hold('**/get_masjids*'),
    held: true,
  },
  {
    name: 'nearby-masjids-failed',
    viewer: 'khateeb',
    path: '/nearby-masjids',
    before: fail('**/get_masjids*'),
  },
  { name: 'masjid-details', viewer: 'khateeb', path: (it) => `/masjid-details/${it.masjid.uid}` },
  { name: 'masjid-details-new', viewer: 'khateeb', path: (it) => `/masjid-details/${it.newMasjid.uid}` },
  { name: 'masjid-details-long', viewer: 'khateeb', path: (it) => `/masjid-details/${it.longMasjid.uid}` },
  {
    name: 'masjid-details-arabic',
    viewer: 'khateeb',
    path: (it) => `/masjid-details/${it.arabicMasjid.uid}`,
  },
  {
    name: 'masjid-details-more',
    viewer: 'khateeb',
    path: (it) => `/masjid-details/${it.masjid.uid}`,
    before: alter('**/get_masjid_details/*', (masjid: object) => masjid, { 'x-next-cursor': 'more' }),
  },
  {
    name: 'masjid-details-blocked',
    viewer: 'khateeb',
    path: (it) => `/masjid-details/${it.masjid.uid}`,
    before: alter('**/get_masjid_details/*', (masjid: object) => ({ ...masjid, blocked: true })),
  },
  {
    name: 'masjid-details-loading',
    viewer: 'khateeb',
    path: (it) => `/masjid-details/${it.masjid.uid}`,
    before: hold('**/get_masjid_details/*'),
    held: true,
  },
  {
    name: 'masjid-details-failed',
    viewer: 'khateeb',
    path: (it) => `/masjid-details/${it.masjid.uid}`,
    before: fail('**/get_masjid_details/*'),
  },
  { name: 'masjid-info', viewer: 'khateeb', path: (it) => `/masjid-info/${it.masjid.uid}` },
  {
    name: 'khutbah',
    viewer: 'khateeb',
    path: (it) => `/khutbah/${it.friday}?masjid=${it.masjid.uid}`,
  },
  {
    name: 'khutbah-unconfirmed',
    viewer: 'khateeb',
    path: (it) => `/khutbah/${it.friday}?masjid=${it.masjid.uid}`,
    before: refuse('**/add_khutbah_request', 'email_unconfirmed'),
    act: press('Request to Lead'),
  },
  {
    name: 'khutbah-loading',
    viewer: 'khateeb',
    path: (it) => `/khutbah/${it.friday}?masjid=${it.masjid.uid}`,
    before: hold('**/get_masjid_details/*'),
    held: true,
  },
  { name: 'khutbah-nowhere', viewer: 'khateeb', path: '/khutbah/2026-01-02' },
  { name: 'about-me', viewer: 'khateeb', path: '/about-me' },
  { name: 'about-me-new', viewer: 'newKhateeb', path: '/about-me' },
  {
    name: 'about-me-loading',
    viewer: 'khateeb',
    path: '/about-me',
    before: hold('**/users/me?*'),
    held: true,
  },
  { name: 'about-me-saved', viewer: 'khateeb', path: '/about-me', act: press('Save') },
  { name: 'account', viewer: 'khateeb', path: '/account' },
  {
    name: 'account-waiting',
    viewer: 'khateeb',
    path: '/account',
    before: inTurn(
      answer('**/identity/email', {
        email: 'abdurrahman.ibn.sulayman.al-qastallani@the-islamic-society-of-greater-michigan.example',
        emailVerified: true,
        newEmail: 'new@minbar.example',
      }),
      answer('**/identity/sessions*', devices(3)),
      answer('**/blocked_accounts*', blocked(2)),
    ),
  },
  {
    name: 'account-more',
    viewer: 'khateeb',
    path: '/account',
    before: inTurn(
      answer('**/identity/sessions*', devices(5), { 'x-next-cursor': 'more' }),
      answer('**/blocked_accounts*', blocked(5), { 'x-next-cursor': 'more' }),
    ),
  },
  {
    name: 'account-loading',
    viewer: 'khateeb',
    path: '/account',
    before: hold('**/identity/email', '**/identity/sessions*'),
    held: true,
  },
  {
    name: 'account-failed',
    viewer: 'khateeb',
    path: '/account',
    before: fail('**/identity/email', '**/identity/sessions*'),
  },
  {
    name: 'account-sign-out-elsewhere',
    viewer: 'khateeb',
    path: '/account',
    before: answer('**/identity/sessions*', devices(3)),
    act: press('Sign out everywhere else'),
  },
  { name: 'account-change-email', viewer: 'khateeb', path: '/account', act: press('Change e-mail') },
  {
    name: 'account-change-email-empty',
    viewer: 'khateeb',
    path: '/account',
    act: inTurn(press('Change e-mail'), press('Send confirmation e-mail')),
  },
  { name: 'account-change-password', viewer: 'khateeb', path: '/account', act: press('Change password') },
  { name: 'account-delete', viewer: 'khateeb', path: '/account', act: press('Delete my account') },
  {
    name: 'account-deleted',
    viewer: 'newKhateeb',
    path: '/account',
    before: answer('**/identity/delete_account', {}),
    act: inTurn(
      press('Delete my account'),
      (page) => page.getByLabel('Your password').fill('Friday-at-1pm'),
      (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete my account' }).click(),
    ),
  },
  {
    name: 'khateeb-details-own',
    viewer: 'longKhateeb',
    path: (it) => `/khateeb-details/${it.longKhateeb.uid}`,
  },
  { name: 'about-us', viewer: 'khateeb', path: '/about-us' },
]
