import type { Page } from 'playwright-core'
import { alter, answer, fail, hold, inTurn, press, refuse, type Screen } from './screen.ts'

const landingCalls = ['**/masjids/me?*', '**/get_khateebs*'] as const

const archive = Array.from({ length: 12 }, (_, i) => ({
  date: new Date(Date.UTC(2026, 0, 30 - i * 7)).toISOString().slice(0, 10),
  times: ['12:45', '13:45'].map((time, at) => ({
    time: { time },
    khateeb: (i + at) % 4 === 3 ? 'None' : 'Luqman Lanternwala',
    startsAt: '2026-01-30T18:00:00Z',
    begun: true,
    khateebUid: (i + at) % 4 === 3 ? null : '00000000-0000-4000-8000-000000000001',
    assignmentId: null,
  })),
}))

interface Posted {
  readonly times: readonly object[]
}

const addKhutbah = press('Add New Khutbah')

async function moreSlots(page: Page): Promise<void> {
  for (let i = 0; i < 4; i += 1) await page.getByRole('button', { name: 'One khutbah more' }).click()
}

async function sameTimes(page: Page): Promise<void> {
  for (const label of ['Time of khutbah 1', 'Time of khutbah 2']) await page.getByLabel(label).fill('13:30')
}

async function searchAgain(page: Page): Promise<void> {
  await hold('**/get_khateebs*')(page)
  await page.getByRole('searchbox').fill('lantern')
  await page.getByText('Looking for khateebs…').waitFor()
}

export const masjidScreens: readonly Screen[] = [
  { name: 'masjid-landing', viewer: 'masjid', path: '/masjid-landing' },
  { name: 'masjid-landing-all', viewer: 'masjid', path: '/masjid-landing', act: press(/^Show all/) },
  { name: 'masjid-landing-new', viewer: 'newMasjid', path: '/masjid-landing' },
  { name: 'masjid-landing-long', viewer: 'longMasjid', path: '/masjid-landing' },
  { name: 'masjid-landing-arabic', viewer: 'arabicMasjid', path: '/masjid-landing' },
  {
    name: 'masjid-landing-loading',
    viewer: 'masjid',
    path: '/masjid-landing',
    before: hold(...landingCalls),
    held: true,
  },
  {
    name: 'masjid-landing-suspended',
    viewer: 'masjid',
    path: '/masjid-landing',
    before: alter('**/masjids/me?*', ({ khutbahs, ...record }: { khutbahs: readonly Posted[] }) => ({
      ...record,
      khutbahs: khutbahs.map(({ times, ...khutbah }) => ({
        ...khutbah,
        times: times.map((slot) => ({ ...slot, khateebSuspended: true })),
      })),
    })),
  },
  { name: 'masjid-landing-failed', viewer: 'masjid', path: '/masjid-landing', before: fail(...landingCalls) },
  { name: 'add-khutbah', viewer: 'masjid', path: '/masjid-landing', act: addKhutbah },
  { name: 'add-khutbah-five', viewer: 'masjid', path: '/masjid-landing', act: inTurn(addKhutbah, moreSlots) },
  {
    name: 'add-khutbah-errors',
    viewer: 'masjid',
    path: '/masjid-landing',
    act: inTurn(addKhutbah, press('One khutbah more'), press('Add Khutbah')),
  },
  {
    name: 'add-khutbah-twice',
    viewer: 'masjid',
    path: '/masjid-landing',
    act: inTurn(addKhutbah, press('One khutbah more'), sameTimes, press('Add Khutbah')),
  },
  {
    name: 'add-khutbah-there-already',
    viewer: 'masjid',
    path: '/masjid-landing',
    before: answer('**/add_khutbah', { added: [], existing: ['13:30'] }),
    act: inTurn(addKhutbah, press('Add Khutbah')),
  },
  { name: 'remove-khateeb', viewer: 'masjid', path: '/masjid-landing', act: press('Remove Khateeb') },
  {
    name: 'remove-slot',
    viewer: 'masjid',
    path: '/masjid-landing',
    act: (page) => page.getByRole('button', { name: /slot/i }).first().click(),
  },
  {
    name: 'no-slot-chosen',
    viewer: 'masjid',
    path: '/masjid-landing',
    act: press('Request This Khateeb'),
  },
  { name: 'nearby-khateebs', viewer: 'masjid', path: '/nearby-khateebs' },
  {
    name: 'nearby-khateebs-unconfirmed',
    viewer: 'masjid',
    path: '/nearby-khateebs',
    before: refuse('**/request_khateeb', 'email_unconfirmed'),
    act: inTurn(
      (page) => page.getByRole('combobox', { name: 'Khutbah slot' }).selectOption({ index: 1 }),
      press('Request This Khateeb'),
    ),
  },
  { name: 'nearby-khateebs-none', viewer: 'newMasjid', path: '/nearby-khateebs' },
  {
    name: 'nearby-khateebs-loading',
    viewer: 'masjid',
    path: '/nearby-khateebs',
    before: hold('**/get_khateebs*'),
    held: true,
  },
  { name: 'nearby-khateebs-searching', viewer: 'masjid', path: '/nearby-khateebs', act: searchAgain },
  { name: 'khateeb-details', viewer: 'masjid', path: (it) => `/khateeb-details/${it.longKhateeb.uid}` },
  {
    name: 'khateeb-details-arabic',
    viewer: 'masjid',
    path: (it) => `/khateeb-details/${it.arabicKhateeb.uid}`,
  },
  {
    name: 'khateeb-details-no-phone',
    viewer: 'newMasjid',
    path: (it) => `/khateeb-details/${it.newKhateeb.uid}`,
  },
  {
    name: 'khateeb-details-blocked',
    viewer: 'masjid',
    path: (it) => `/khateeb-details/${it.longKhateeb.uid}`,
    before: alter('**/get_khateeb_details/*', (khateeb: object) => ({ ...khateeb, blocked: true })),
  },
  {
    name: 'khateeb-details-loading',
    viewer: 'masjid',
    path: (it) => `/khateeb-details/${it.longKhateeb.uid}`,
    before: hold('**/get_khateeb_details/*'),
    held: true,
  },
  {
    name: 'archived-khutbahs',
    viewer: 'masjid',
    path: '/archived-khutbahs',
    before: answer('**/archived_khutbahs*', archive, { 'x-next-cursor': 'more' }),
  },
  { name: 'slot-history', viewer: 'masjid', path: '/slot-history' },
  { name: 'archived-khutbahs-none', viewer: 'masjid', path: '/archived-khutbahs' },
  {
    name: 'archived-khutbahs-loading',
    viewer: 'masjid',
    path: '/archived-khutbahs',
    before: hold('**/archived_khutbahs*'),
    held: true,
  },
  { name: 'masjid-profile', viewer: 'masjid', path: '/about-me' },
  { name: 'masjid-account', viewer: 'masjid', path: '/account' },
  { name: 'masjid-about-us', viewer: 'masjid', path: '/masjid-about-us' },
]
