import type { LetterKind, Letters } from '../../server/letters/letter.ts'

export const publicUrl = 'https://minbar.test'
const token = 'A-b_0123456789012345678901234567890123456789'
const masjidUid = '6d3f2f0e-9a4b-4a52-8f0e-3f2b1c0d9e8f'
export const day = 'Friday, December 4, 2026'

/** The props of most letters: a khateeb, and a slot on `day`. */
export const commonProps = {
  occasion: {
    masjidUid,
    masjidName: 'Masjid An-Nur',
    city: 'Dearborn',
    stateCode: 'MI',
    date: '2026-12-04',
    time: '13:30',
  },
  khateebName: 'Yusuf Khan',
}

interface Expected<Kind extends LetterKind> {
  readonly props: Letters[Kind]
  readonly reader: 'Yusuf Khan' | 'Masjid An-Nur'
  readonly subject: string
  readonly leadsTo: string
}

/** One letter of each kind, with its expected recipient, subject and button. `leadsTo` is the button's path. */
export const expectedLetters: { readonly [Kind in LetterKind]: Expected<Kind> } = {
  gathered: {
    props: {
      letters: [
        { kind: 'request_received', props: commonProps },
        { kind: 'khateeb_withdrew', props: { ...commonProps, reason: 'I am ill.' } },
      ],
    },
    reader: 'Masjid An-Nur',
    subject: '2 pieces of news about your khutbahs',
    leadsTo: '/masjid-landing',
  },
  welcome: {
    props: { name: 'Yusuf Khan', role: 'khateeb', token },
    reader: 'Yusuf Khan',
    subject: 'Welcome to Minbar: please confirm your e-mail',
    leadsTo: `/verify-email#token=${token}`,
  },
  password_reset: {
    props: { name: 'Masjid An-Nur', token },
    reader: 'Masjid An-Nur',
    subject: 'Choose a new Minbar password',
    leadsTo: `/reset-password#token=${token}`,
  },
  password_changed: {
    props: { name: 'Yusuf Khan' },
    reader: 'Yusuf Khan',
    subject: 'Your Minbar password was changed',
    leadsTo: '/login',
  },
  verify_email: {
    props: { name: 'Yusuf Khan', token },
    reader: 'Yusuf Khan',
    subject: 'Please confirm your e-mail',
    leadsTo: `/verify-email#token=${token}`,
  },
  confirm_email: {
    props: { name: 'Yusuf Khan', token },
    reader: 'Yusuf Khan',
    subject: 'Confirm your new e-mail for Minbar',
    leadsTo: `/confirm-email#token=${token}`,
  },
  email_changed: {
    props: { name: 'Masjid An-Nur', newEmail: 'board@masjid.example', token },
    reader: 'Masjid An-Nur',
    subject: 'Your e-mail at Minbar was changed',
    leadsTo: `/undo-email-change#token=${token}`,
  },
  email_restored: {
    props: { name: 'Yusuf Khan', token },
    reader: 'Yusuf Khan',
    subject: 'Your Minbar account is yours again: choose a new password',
    leadsTo: `/reset-password#token=${token}`,
  },
  email_change_undone: {
    props: { name: 'Yusuf Khan' },
    reader: 'Yusuf Khan',
    subject: 'The change of your e-mail at Minbar was undone',
    leadsTo: '/login',
  },
  account_deleted: {
    props: { name: 'Yusuf Khan' },
    reader: 'Yusuf Khan',
    subject: 'Your Minbar account was deleted',
    leadsTo: '/',
  },
  invite_received: {
    props: commonProps,
    reader: 'Yusuf Khan',
    subject: `Masjid An-Nur invites you to give the khutbah on ${day}`,
    leadsTo: '/dashboard',
  },
  invite_revoked: {
    props: commonProps,
    reader: 'Yusuf Khan',
    subject: `Masjid An-Nur took back its invite for ${day}`,
    leadsTo: '/dashboard',
  },
  invite_accepted: {
    props: commonProps,
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan will give the khutbah on ${day}`,
    leadsTo: '/masjid-landing',
  },
  invite_rejected: {
    props: commonProps,
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan can’t give the khutbah on ${day}`,
    leadsTo: '/masjid-landing',
  },
  request_received: {
    props: commonProps,
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan asks to give the khutbah on ${day}`,
    leadsTo: '/masjid-landing',
  },
  request_revoked: {
    props: commonProps,
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan took back the request for ${day}`,
    leadsTo: '/masjid-landing',
  },
  request_approved: {
    props: commonProps,
    reader: 'Yusuf Khan',
    subject: `You are giving the khutbah at Masjid An-Nur on ${day}`,
    leadsTo: `/khutbah/2026-12-04?masjid=${masjidUid}`,
  },
  request_rejected: {
    props: commonProps,
    reader: 'Yusuf Khan',
    subject: `Masjid An-Nur declined your request for ${day}`,
    leadsTo: '/dashboard',
  },
  khateeb_removed: {
    props: commonProps,
    reader: 'Yusuf Khan',
    subject: `You are no longer giving the khutbah at Masjid An-Nur on ${day}`,
    leadsTo: `/masjid-details/${masjidUid}`,
  },
  khateeb_withdrew: {
    props: { ...commonProps, reason: 'I have the flu.\nPlease ask Omar.' },
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan can’t give the khutbah on ${day} after all`,
    leadsTo: '/masjid-landing',
  },
  slot_removed: {
    props: { ...commonProps, was: 'confirmed' },
    reader: 'Yusuf Khan',
    subject: `Cancelled: your khutbah at Masjid An-Nur on ${day}`,
    leadsTo: '/dashboard',
  },
  khateeb_left: {
    props: { ...commonProps, was: 'confirmed' },
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan won’t give the khutbah on ${day}`,
    leadsTo: '/masjid-landing',
  },
  masjid_left: {
    props: { ...commonProps, was: 'confirmed' },
    reader: 'Yusuf Khan',
    subject: `Cancelled: your khutbah at Masjid An-Nur on ${day}`,
    leadsTo: '/dashboard',
  },
  rival_confirmed: {
    props: { ...commonProps, direction: 'invite' },
    reader: 'Yusuf Khan',
    subject: `Another khateeb gives the khutbah at Masjid An-Nur on ${day}`,
    leadsTo: '/dashboard',
  },
  khateeb_booked_elsewhere: {
    props: { ...commonProps, direction: 'request' },
    reader: 'Masjid An-Nur',
    subject: `Yusuf Khan is no longer free on ${day}`,
    leadsTo: '/masjid-landing',
  },
}
