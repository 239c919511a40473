import type { Page } from 'playwright-core'
import { disownAccount } from '../../contract/account-email.ts'
import { answerByLink, lookUpAnswerLink } from '../../contract/answer-links.ts'
import { confirmEmail, undoEmailChange } from '../../contract/email-change.ts'
import { acceptSlotByInvitation, lookUpInvitation, stopInvitations } from '../../contract/invitation-links.ts'
import { randomAyah } from '../../contract/verse.ts'
import {
  click,
  loadingState,
  mockFailure,
  mockResponse,
  neverRespond,
  runInOrder,
  type ScreenshotCase,
  statesOf,
} from './screenshot-case.ts'

const longVerse = {
  uthmani_script: {
    verses: [
      {
        text_uthmani: 'يَـٰٓأَيُّهَا ٱلنَّاسُ إِنَّا خَلَقْنَـٰكُم مِّن ذَكَرٍۢ وَأُنثَىٰ وَجَعَلْنَـٰكُمْ شُعُوبًۭا وَقَبَآئِلَ لِتَعَارَفُوٓا۟',
        verse_key: '49:13',
      },
    ],
  },
  translation: {
    translations: [
      {
        text: 'O mankind, indeed We have created you from male and female and made you peoples and tribes that you may know one another.',
        resource_name: 'Saheeh International',
      },
    ],
  },
  reference: 'Al-Hujurat 49:13',
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
}

function enter(texts: Readonly<Record<string, string>>) {
  return async (page: Page): Promise<void> => {
    for (const [label, text] of Object.entries(texts))
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.locator(':focus').blur()
  }
}

const invitation = {
  masjidName: 'Masjid an-Nur of Greater Dearborn',
  city: 'Dearborn',
  stateCode: 'MI',
  masjidPhone: '3135550100',
  invitedAs: 'scheduler',
  email: 'bilal.rahman@minbar.example',
  isOfKhateeb: false,
  slot: null,
} as const

const slot = {
  slotId: '00000000-0000-4000-8000-000000000001',
  date: '2026-03-06',
  time: '13:30',
  timeZone: 'America/Detroit',
  startsAt: '2026-03-06T18:30:00.000Z',
  address: '1 Main Street',
  zipCode: '48126',
} as const

const words = {
  language: 'ar',
  note: 'Please park behind the masjid.\nThe youth class meets right after.',
} as const

const askedSlot = { ...slot, ...words, isOpen: true } as const

const question = {
  question: 'invite',
  masjidName: invitation.masjidName,
  masjidSuspended: false,
  city: invitation.city,
  stateCode: invitation.stateCode,
  khateebName: 'Bilal Rahman',
  partyUid: '00000000-0000-0000-0000-000000000000',
  slot: { ...slot, ...words },
  agreedStart: null,
  closesCount: { invites: 1, requests: 2 },
} as const
const requestQuestion = {
  ...question,
  question: 'request',
  closesCount: { invites: 0, requests: 1 },
} as const
const answerOutcome = { changed: true, closed: [] }

const token = '#token=abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'

export const signedOutScreens: readonly ScreenshotCase[] = [
  ...statesOf('signedOut', '/', {
    home: { before: mockResponse(randomAyah, longVerse) },
    'home-menu': { before: mockResponse(randomAyah, longVerse), act: openMenu },
  }),
  ...statesOf('signedOut', '/home', { 'home-greeting': loadingState('**/random_ayah') }),
  ...statesOf('signedOut', '/login', {
    'login-empty': { act: click('Login') },
    'login-busy': {
      ...loadingState('**/identity/sign_in'),
      act: runInOrder(enter({ Email: 'salim@minbar.example', Password: 'Friday-at-1pm' }), click('Login')),
    },
    'login-failed': {
      act: runInOrder(enter({ Email: 'salim@minbar.example', Password: 'Friday-at-2pm' }), click('Login')),
    },
    'login-second-factor': {
      before: (page) =>
        page.route('**/identity/sign_in', (route) =>
          route.fulfill({
            status: 401,
            json: {
              error: 'x',
              code: 'second_factor_required',
              secondFactors: ['passkey', 'authenticator_app', 'recovery_code'],
            },
          }),
        ),
      act: runInOrder(
        enter({ Email: 'salim@minbar.example', Password: 'Friday-at-1pm' }),
        click('Login'),
        (page) => page.getByText('One more step').waitFor(),
      ),
    },
    'broken-screen': { before: (page) => page.route(/login-page/, (route) => route.abort()) },
  }),
  ...statesOf('signedOut', '/khateeb-signup', {
    'khateeb-signup-zip': { act: enter({ 'ZIP code': '48126' }) },
    'khateeb-signup-errors': { act: click(/^(Register|Sign)/) },
  }),
  ...statesOf('signedOut', '/masjid-about-us', { 'masjid-about-us-signed-out': { act: openMenu } }),
  ...statesOf('signedOut', '/no/such/screen', { 'not-found': {} }),
  ...statesOf('signedOut', `/reset-password${token}`, {
    'reset-password': {},
    'reset-password-spent': {
      act: runInOrder(
        enter({ Password: 'Jumuah-is-at-noon-1', 'Repeat password': 'Jumuah-is-at-noon-1' }),
        click('Save password'),
      ),
    },
  }),
  ...statesOf('signedOut', '/reset-password', { 'reset-password-no-token': {} }),
  ...statesOf('signedOut', `/verify-email${token}`, {
    'verify-email': {},
    'verify-email-failed': {
      before: mockFailure('internal', '**/identity/verify_email'),
      act: click('Confirm email'),
    },
    'verify-email-spent': { act: click('Confirm email') },
  }),
  ...statesOf('signedOut', `/confirm-email${token}`, {
    'confirm-email': {},
    'confirm-email-done': {
      before: mockResponse(confirmEmail, {}),
      act: click('Use this address'),
    },
  }),
  ...statesOf('signedOut', `/this-isnt-me${token}`, {
    'this-isnt-me': {},
    'this-isnt-me-done': { before: mockResponse(disownAccount, {}), act: click('Delete this account') },
  }),
  ...statesOf('signedOut', `/accept-invitation${token}`, {
    'accept-invitation': { before: mockResponse(lookUpInvitation, { ...invitation, hasAccount: false }) },
    'accept-invitation-errors': {
      before: mockResponse(lookUpInvitation, { ...invitation, hasAccount: false }),
      act: click('Accept and create account'),
    },
    'accept-invitation-sign-in': {
      before: mockResponse(lookUpInvitation, { ...invitation, hasAccount: true }),
    },
    'accept-invitation-as-khateeb': {
      before: mockResponse(lookUpInvitation, { ...invitation, invitedAs: 'khateeb', hasAccount: false }),
    },
    'accept-invitation-asked': {
      before: mockResponse(lookUpInvitation, {
        ...invitation,
        invitedAs: 'khateeb',
        hasAccount: false,
        slot: askedSlot,
      }),
    },
    'accept-invitation-asked-known': {
      before: mockResponse(lookUpInvitation, {
        ...invitation,
        invitedAs: 'khateeb',
        hasAccount: true,
        isOfKhateeb: true,
        slot: askedSlot,
      }),
    },
    'accept-invitation-asked-accepted': {
      before: runInOrder(
        mockResponse(lookUpInvitation, {
          ...invitation,
          invitedAs: 'khateeb',
          hasAccount: true,
          isOfKhateeb: true,
          slot: askedSlot,
        }),
        mockResponse(acceptSlotByInvitation, {}),
      ),
      act: click('Yes, I can give it'),
    },
    'accept-invitation-loading': loadingState('**/look_up_invitation'),
    'accept-invitation-failed': { before: mockFailure('internal', '**/look_up_invitation') },
    'accept-invitation-suspended': { before: mockFailure('masjid_suspended', '**/look_up_invitation') },
    'accept-invitation-spent': {},
  }),
  ...statesOf('signedOut', `/no-more-invitations${token}`, {
    'no-more-invitations': {},
    'no-more-invitations-done': {
      before: mockResponse(stopInvitations, {}),
      act: click('Stop these emails'),
    },
  }),
  ...statesOf('signedOut', `/answer${token}`, {
    'answer-invite': { before: mockResponse(lookUpAnswerLink, question) },
    'answer-request': { before: mockResponse(lookUpAnswerLink, requestQuestion) },
    'answer-reconfirmation': {
      before: mockResponse(lookUpAnswerLink, {
        ...question,
        question: 'reconfirmation',
        agreedStart: { date: '2026-03-06', time: '13:00', startsAt: '2026-03-06T18:00:00.000Z' },
        closesCount: { invites: 0, requests: 0 },
      }),
    },
    'answer-confirmed': {
      before: mockResponse(lookUpAnswerLink, { ...question, question: 'confirmed' }),
      act: click('I can’t come'),
    },
    'answer-reconfirmation-suspended': {
      before: mockResponse(lookUpAnswerLink, {
        ...question,
        question: 'reconfirmation',
        masjidSuspended: true,
        closesCount: { invites: 0, requests: 0 },
      }),
    },
    'answer-accepted': {
      before: runInOrder(mockResponse(lookUpAnswerLink, question), mockResponse(answerByLink, answerOutcome)),
      act: click('Yes, I can give it'),
    },
    'answer-declined': {
      before: runInOrder(mockResponse(lookUpAnswerLink, question), mockResponse(answerByLink, answerOutcome)),
      act: click('No, I can’t'),
    },
    'answer-rejected': {
      before: runInOrder(
        mockResponse(lookUpAnswerLink, requestQuestion),
        mockResponse(answerByLink, answerOutcome),
      ),
      act: click('Reject'),
    },
    'answer-moved-again': {
      before: runInOrder(
        mockResponse(lookUpAnswerLink, question),
        mockFailure('start_changed', '**/answer_by_link'),
      ),
      act: click('Yes, I can give it'),
    },
    'answer-busy': {
      before: runInOrder(mockResponse(lookUpAnswerLink, question), neverRespond('**/answer_by_link')),
      act: click('Yes, I can give it'),
      held: true,
    },
    'answer-loading': loadingState('**/look_up_answer_link'),
    'answer-failed': {
      before: mockFailure('internal', '**/look_up_answer_link'),
      act: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
    },
    'answer-spent': { before: mockFailure('link_spent', '**/look_up_answer_link') },
  }),
  ...statesOf('signedOut', `/undo-email-change${token}`, {
    'undo-email-change': {},
    'undo-email-change-done': {
      before: mockResponse(undoEmailChange, {}),
      act: click('Restore my old address'),
    },
  }),
]
