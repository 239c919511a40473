import type { Page } from 'playwright-core'
import type { getSlotHistory } from '../../contract/audit.ts'
import type { MemberRole, OutputOf } from '../../contract/endpoint.ts'
import type { getSession } from '../../contract/identity.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { getMembers } from '../../contract/members.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { getArchivedKhutbahs } from '../../contract/own-records.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import {
  changeResponse,
  click,
  loadingState,
  mockFailure,
  mockResponse,
  neverRespond,
  runInOrder,
  type ScreenshotCase,
  statesOf,
} from './screenshot-case.ts'

const landingCalls = ['**/masjids/me?*', '**/get_khateebs*'] as const

const archive = Array.from({ length: 12 }, (_, i) => ({
  date: addDays('2026-01-30', -7 * i),
  times: ['12:45', '13:45'].map((time, at) => ({
    time: { time },
    khateeb: (i + at) % 4 === 3 ? 'None' : 'Luqman Lanternwala',
    slotId: `00000000-0000-4000-8000-00000000${i + 10}${at}0`,
    startsAt: '2026-01-30T18:00:00Z',
    begun: true,
    khateebUid: (i + at) % 4 === 3 ? null : '00000000-0000-4000-8000-000000000001',
    khateebSuspended: false,
    assignmentId: null,
  })),
}))

interface KhutbahWithTimes {
  readonly times: readonly object[]
}

const withdrawals = [
  {
    khateeb: { uid: '00000000-0000-4000-8000-000000000001', name: 'Luqman Lanternwala' },
    wallClock: { date: '2026-11-25', time: '12:40' },
    reason: 'My daughter is being born this week.\nI can come on any Friday in December.',
  },
  {
    khateeb: { uid: null, name: 'Former khateeb' },
    wallClock: { date: '2026-11-22', time: '09:05' },
    reason: null,
  },
]

/** The members in the slot history who acted for the masjid. */
const actors = [
  { name: 'Aisha Rahman', isCaller: false },
  { name: 'khutbah-committee-of-greater-dearborn-and-its-neighbors@minbar.example', isCaller: false },
  { name: null, isCaller: false },
  { name: 'Omar Aziz', isCaller: true },
]

const sampleInstant = '2026-01-30T18:00:00.000Z'

const blankKhateeb = {
  city: 'Dearborn',
  stateCode: 'MI',
  verified: false,
  mark: null,
  note: '',
  markedBy: null,
  markedAt: null,
  askedAt: null,
  timesHere: 0,
  lastHere: null,
  pendingCount: 0,
} as const

const ourKhateebs: OutputOf<typeof getOurKhateebs> = {
  approvedOnly: true,
  invitations: [
    {
      invitationId: '00000000-0000-4000-8000-000000000101',
      email: 'abdurrahman.ibn.khaldun.al-andalusi@a-rather-long-domain.example',
      slot: {
        slotId: '00000000-0000-4000-8000-000000000201',
        date: '2026-03-06',
        time: '13:30',
        startsAt: '2026-03-06T18:30:00.000Z',
      },
      sentAt: sampleInstant,
      expiresAt: '2026-04-30T18:00:00.000Z',
    },
    {
      invitationId: '00000000-0000-4000-8000-000000000102',
      email: 'musa@minbar.example',
      slot: null,
      sentAt: sampleInstant,
      expiresAt: '2026-04-30T18:00:00.000Z',
    },
  ],
  khateebs: [
    {
      ...blankKhateeb,
      uid: '00000000-0000-4000-8000-000000000001',
      firstName: 'Luqman',
      lastName: 'Lanternwala',
      verified: true,
      mark: 'approved',
      note: 'Our youth ask for him.\nNeeds the small microphone, and a ride from the station.',
      markedBy: 'Aisha Rahman',
      markedAt: sampleInstant,
      timesHere: 14,
      lastHere: '2026-11-20',
      pendingCount: 1,
    },
    {
      ...blankKhateeb,
      uid: '00000000-0000-4000-8000-000000000002',
      firstName: 'Abdul-Rahman Muhammad',
      lastName: 'al-Hashimi of Greater Dearborn',
      askedAt: sampleInstant,
      timesHere: 1,
      lastHere: '2026-03-06',
    },
    {
      ...blankKhateeb,
      uid: '00000000-0000-4000-8000-000000000003',
      firstName: 'Nuh',
      lastName: 'Dengezi',
      city: 'Ann Arbor',
      mark: 'not_wanted',
      note: 'يتجاوز الوقت كل جمعة.',
      markedAt: sampleInstant,
    },
  ],
}

const team: OutputOf<typeof getMembers> = {
  members: [
    {
      personId: '00000000-0000-4000-8000-000000000001',
      name: 'Omar Aziz',
      email: 'omar@minbar.example',
      memberRole: 'owner',
      since: sampleInstant,
      isCaller: true,
    },
    {
      personId: '00000000-0000-4000-8000-000000000002',
      name: null,
      email: 'khutbah-committee-of-greater-dearborn-and-its-neighbors@minbar.example',
      memberRole: 'scheduler',
      since: sampleInstant,
      isCaller: false,
    },
    {
      personId: '00000000-0000-4000-8000-000000000003',
      name: 'بلال رحمن',
      email: 'bilal.rahman@minbar.example',
      memberRole: 'viewer',
      since: sampleInstant,
      isCaller: false,
    },
  ],
  invitations: [
    {
      invitationId: '00000000-0000-4000-8000-000000000004',
      email: 'board@minbar.example',
      memberRole: 'owner',
      sentAt: sampleInstant,
      expiresAt: '2026-02-06T18:00:00.000Z',
      expired: false,
    },
    {
      invitationId: '00000000-0000-4000-8000-000000000005',
      email: 'treasurer@minbar.example',
      memberRole: 'viewer',
      sentAt: sampleInstant,
      expiresAt: sampleInstant,
      expired: true,
    },
  ],
}

/** The members of the masjid, as a viewer sees them. */
const teamOfViewer: typeof team = {
  members: team.members.map((it) => ({ ...it, isCaller: it.memberRole === 'viewer' })),
  invitations: [],
}

type Session = NonNullable<OutputOf<typeof getSession>>

/** Makes the user a member of the masjid with this role. The user also has a khateeb profile, and is a viewer of another masjid. */
const mockMemberRole = (memberRole: MemberRole) =>
  changeResponse(
    '**/identity/session',
    (session: Session): Session => ({
      ...session,
      memberRole,
      parties: [
        { uid: session.uid, role: 'masjid', memberRole, name: session.name },
        {
          uid: '00000000-0000-4000-8000-000000000011',
          role: 'khateeb',
          memberRole: 'owner',
          name: 'Luqman Lanternwala',
        },
        {
          uid: '00000000-0000-4000-8000-000000000012',
          role: 'masjid',
          memberRole: 'viewer',
          name: 'The Islamic Society and Cultural Center of Greater Southeastern Michigan',
        },
      ],
    }),
  )

const openForm = click('Add New Khutbah')

async function addMoreSlots(page: Page): Promise<void> {
  for (let i = 0; i < 4; i += 1) await page.getByRole('button', { name: 'Add a khutbah' }).click()
}

async function enterSameTimes(page: Page): Promise<void> {
  for (const label of ['Time of khutbah 1', 'Time of khutbah 2']) await page.getByLabel(label).fill('13:30')
}

async function searchAgain(page: Page): Promise<void> {
  await neverRespond('**/get_khateebs*')(page)
  await page.getByRole('searchbox').fill('lantern')
  await page.getByText('Looking for khateebs…').waitFor()
}

export const masjidScreens: readonly ScreenshotCase[] = [
  ...statesOf('masjid', '/masjid-landing', {
    // The button of a slot without a khateeb says “N/A” in place of his name.
    'masjid-landing-slot': { act: click(/N\/A (\d+ request|Open)/) },
    'masjid-landing-slot-loading': {
      ...loadingState('**/khateebs_for_slot*'),
      act: click(/N\/A Open/),
    },
    'masjid-landing-loading': loadingState(...landingCalls),
    'masjid-landing-viewer': { before: mockMemberRole('viewer') },
    'masjid-landing-switcher': {
      before: mockMemberRole('scheduler'),
      act: (page) => page.locator('button[popovertarget]').first().click(),
    },
    'masjid-landing-suspended': {
      before: changeResponse(
        '**/masjids/me?*',
        ({ khutbahs, ...record }: { khutbahs: readonly KhutbahWithTimes[] }) => ({
          ...record,
          khutbahs: khutbahs.map(({ times, ...khutbah }) => ({
            ...khutbah,
            times: times.map((slot) => ({ ...slot, khateebSuspended: true })),
          })),
        }),
      ),
    },
    'masjid-landing-withdrawn': {
      before: changeResponse(
        '**/masjids/me?*',
        ({ khutbahs, ...record }: { khutbahs: readonly KhutbahWithTimes[] }) => ({
          ...record,
          khutbahs: khutbahs.map(({ times, ...khutbah }, place) => ({
            ...khutbah,
            times: times.map((slot, at) => {
              const withdrawal = at === 0 ? withdrawals[place] : undefined
              return withdrawal === undefined
                ? { ...slot, withdrawal: null }
                : { ...slot, withdrawal, khateebUid: null }
            }),
          })),
        }),
      ),
    },
    'masjid-landing-under-way': {
      before: changeResponse(
        '**/masjids/me?*',
        ({
          khutbahs,
          ...record
        }: {
          khutbahs: readonly (KhutbahWithTimes & { readonly date: string })[]
        }) => ({
          ...record,
          khutbahs,
          underWay: khutbahs
            .slice(0, 1)
            .flatMap(({ date, times }) => times.slice(0, 1).map((it) => ({ ...it, date }))),
        }),
      ),
    },
    'masjid-landing-failed': { before: mockFailure('internal', ...landingCalls) },
    'add-khutbah': { act: openForm },
    'add-khutbah-five': { act: runInOrder(openForm, addMoreSlots) },
    'add-khutbah-errors': { act: runInOrder(openForm, click('Add a khutbah'), click('Add Khutbah')) },
    'add-khutbah-twice': {
      act: runInOrder(openForm, click('Add a khutbah'), enterSameTimes, click('Add Khutbah')),
    },
    'add-khutbah-there-already': {
      before: mockResponse(addKhutbah, { added: [], existing: ['13:30'], slots: [] }),
      act: runInOrder(openForm, click('Add Khutbah')),
    },
    'masjid-landing-notes': {
      before: changeResponse(
        '**/masjids/me?*',
        ({ requests, ...record }: { requests: readonly object[] }) => ({
          ...record,
          requests: requests.map((it) => ({
            ...it,
            closesCount: { invites: 1, requests: 2 },
            tooFarFromOther: true,
          })),
        }),
      ),
    },
    'remove-khateeb': {
      // On a phone, the button is in the slot panel.
      act: async (page) => {
        const remove = page.getByRole('button', { name: 'Remove Khateeb' }).first()
        if (!(await remove.isVisible())) await click(/Confirmed/)(page)
        await remove.click()
      },
    },
    'no-slot-chosen': { act: click('Request This Khateeb') },
  }),
  ...statesOf('newMasjid', '/masjid-landing', { 'masjid-landing-new': {} }),
  ...statesOf('longMasjid', '/masjid-landing', { 'masjid-landing-long': {} }),
  ...statesOf('arabicMasjid', '/masjid-landing', { 'masjid-landing-arabic': {} }),
  ...statesOf('masjid', '/nearby-khateebs', {
    'nearby-khateebs-unconfirmed': {
      before: mockFailure('email_unconfirmed', '**/request_khateeb'),
      act: runInOrder(
        (page) => page.getByRole('combobox', { name: 'Khutbah slot' }).selectOption({ index: 1 }),
        click('Request This Khateeb'),
      ),
    },
    'nearby-khateebs-loading': loadingState('**/get_khateebs*'),
    'nearby-khateebs-searching': { act: searchAgain },
  }),
  ...statesOf('newMasjid', '/nearby-khateebs', { 'nearby-khateebs-none': {} }),
  ...statesOf('masjid', (it) => `/khateeb-details/${it.longKhateeb.uid}`, {
    'khateeb-details': {},
    'khateeb-details-block': {
      before: changeResponse('**/get_khateeb_details/*', (khateeb: object) => ({
        ...khateeb,
        pendingWithYou: [
          {
            kind: 'request',
            slotId: '1',
            khutbahDate: '2026-12-04',
            khutbahTime: '13:30',
            startsAt: '2026-12-04T18:30:00Z',
            timeZone: 'America/Detroit',
          },
          {
            kind: 'invite',
            slotId: '2',
            khutbahDate: '2026-12-11',
            khutbahTime: '13:30',
            startsAt: '2026-12-11T18:30:00Z',
            timeZone: 'America/Detroit',
          },
        ],
      })),
      act: click('Block This Khateeb'),
    },
    'khateeb-details-blocked': {
      before: changeResponse('**/get_khateeb_details/*', (khateeb: object) => ({
        ...khateeb,
        blocked: true,
      })),
    },
    'khateeb-details-not-approved': {
      before: changeResponse('**/get_khateeb_details/*', (khateeb: object) => ({
        ...khateeb,
        cannotInvite: 'khateeb_not_approved',
      })),
      act: (page) => page.getByRole('combobox', { name: 'Khutbah slot' }).selectOption({ index: 1 }),
    },
    'khateeb-details-phone-later': {
      before: changeResponse('**/get_khateeb_details/*', (khateeb: object) => ({
        ...khateeb,
        phone: null,
        phoneReason: null,
        nextPhoneWindow: { khutbahDate: '2026-12-18', from: '2026-12-15' },
      })),
    },
    'khateeb-details-loading': loadingState('**/get_khateeb_details/*'),
  }),
  ...statesOf('masjid', (it) => `/khateeb-details/${it.arabicKhateeb.uid}`, { 'khateeb-details-arabic': {} }),
  ...statesOf('newMasjid', (it) => `/khateeb-details/${it.newKhateeb.uid}`, {
    'khateeb-details-no-phone': {},
  }),
  ...statesOf('masjid', '/archived-khutbahs', {
    'archived-khutbahs': { before: mockResponse(getArchivedKhutbahs, archive, { 'x-next-cursor': 'more' }) },
    'archived-khutbahs-none': {},
    'archived-khutbahs-loading': loadingState('**/archived_khutbahs*'),
  }),
  ...statesOf('masjid', '/slot-history', {
    'slot-history-members': {
      before: changeResponse('**/slot_history*', (entries: OutputOf<typeof getSlotHistory>) =>
        entries.map((entry, place) =>
          entry.by.role === 'masjid'
            ? { ...entry, by: { ...entry.by, ...actors[place % actors.length] } }
            : entry,
        ),
      ),
    },
  }),
  ...statesOf('masjid', '/about-me', {
    'masjid-profile-viewer': { before: mockMemberRole('viewer') },
    'masjid-profile': {},
    'masjid-profile-move': { act: (page) => page.getByLabel('Masjid address').fill('9 Elm Street') },
  }),
  ...statesOf('masjid', '/account', { 'masjid-account': {} }),
  ...statesOf('masjid', '/members', {
    members: { before: mockResponse(getMembers, team) },
    'members-alone': {},
    'members-loading': loadingState('**/identity/members'),
    'members-failed': { before: mockFailure('internal', '**/identity/members') },
    'members-viewer': {
      before: runInOrder(mockMemberRole('viewer'), mockResponse(getMembers, teamOfViewer)),
    },
    'members-invite': { before: mockResponse(getMembers, team), act: click('Invite a Member') },
    'members-leave': {
      before: runInOrder(mockMemberRole('viewer'), mockResponse(getMembers, teamOfViewer)),
      act: click('Leave This Masjid'),
    },
    'members-role': {
      before: mockResponse(getMembers, team),
      act: (page) => page.getByRole('button', { name: 'Change Role' }).first().click(),
    },
    'members-remove': {
      before: mockResponse(getMembers, team),
      act: (page) => page.getByRole('button', { name: 'Remove' }).first().click(),
    },
    'members-hand-over': {
      before: mockResponse(getMembers, team),
      act: async (page) => {
        await page.getByRole('button', { name: 'Hand Over the Masjid' }).click()
        await page.getByLabel('Keep me as a scheduler').uncheck()
      },
    },
    'members-name': { before: mockResponse(getMembers, team), act: click('Change Your Name') },
    'members-delete-masjid': { before: mockResponse(getMembers, team), act: click('Delete This Masjid') },
  }),
  ...statesOf('masjid', '/our-khateebs', {
    'our-khateebs': { before: mockResponse(getOurKhateebs, ourKhateebs) },
    'our-khateebs-empty': {},
    'our-khateebs-loading': loadingState('**/masjids/me/our_khateebs*'),
    'our-khateebs-failed': { before: mockFailure('internal', '**/masjids/me/our_khateebs*') },
    'our-khateebs-viewer': {
      before: runInOrder(mockMemberRole('viewer'), mockResponse(getOurKhateebs, ourKhateebs)),
    },
    'our-khateebs-invite': { act: click('Invite a Khateeb') },
    'our-khateebs-mark': {
      before: mockResponse(getOurKhateebs, ourKhateebs),
      act: (page) => page.getByRole('button', { name: 'Change' }).first().click(),
    },
  }),
  ...statesOf('masjid', '/masjid-about-us', { 'masjid-about-us': {} }),
]
