import type { LetterKind, Letters } from '../../server/letters/content/letter.ts'

export const publicUrl = 'https://minbar.test'
const token = 'A-b_0123456789012345678901234567890123456789'
const slotId = '0f3a2f0e-9a4b-4a52-8f0e-3f2b1c0d9e8f'
export const proposalId = '1b7c2f0e-9a4b-4a52-8f0e-3f2b1c0d9e8f'
const masjidUid = '6d3f2f0e-9a4b-4a52-8f0e-3f2b1c0d9e8f'
export const slotDateInWords = 'Friday, December 4, 2026'

/**
 * Props for most kinds of letters: a khateeb, a proposal, and a slot on the date in `slotDateInWords`. Some kinds don't use all of them.
 */
export const commonProps = {
  occasion: {
    slotId,
    masjidUid,
    masjidName: 'Masjid An-Nur',
    address: '1 Main Street',
    city: 'Dearborn',
    stateCode: 'MI',
    zipCode: '48126',
    timeZone: 'America/Detroit',
    date: '2026-12-04',
    time: '13:30',
  },
  khateebUid: '3e9d2f0e-9a4b-4a52-8f0e-3f2b1c0d9e8f',
  khateebName: 'Yusuf Khan',
  proposalId,
  closed: [],
}

const anotherKhateeb = { khateebUid: '4e9d2f0e-9a4b-4a52-8f0e-3f2b1c0d9e8f', khateebName: 'Omar Aziz' }

const colleague = { who: 'colleague', name: 'Aisha Rahman' } as const

const confirmedProps = { ...commonProps, was: 'confirmed' } as const

interface ExpectedLetter<Props> {
  readonly props: Props
  /** The recipient's name in the letter. Null if the letter doesn't contain it. */
  readonly reader: 'Yusuf Khan' | 'Masjid An-Nur' | null
  readonly subject: string
  /** The path of the screen that the letter's button opens. */
  readonly leadsTo: string
}

function letterToKhateeb<Props>(
  props: Props,
  subject: string,
  leadsTo = '/dashboard',
): ExpectedLetter<Props> {
  return { props, reader: 'Yusuf Khan', subject, leadsTo }
}

function letterToMasjid<Props>(
  props: Props,
  subject: string,
  leadsTo = `/masjid-landing?row=${slotId}`,
): ExpectedLetter<Props> {
  return { props, reader: 'Masjid An-Nur', subject, leadsTo }
}

/** One letter of each kind, with its expected recipient, subject and button. */
export const expectedLetters: { readonly [Kind in LetterKind]: ExpectedLetter<Letters[Kind]> } = {
  gathered: letterToMasjid(
    {
      letters: [
        { kind: 'request_received', props: { ...commonProps, ...anotherKhateeb } },
        { kind: 'khateeb_withdrew', props: { ...commonProps, reason: 'I am ill.' } },
      ],
    },
    `Yusuf Khan can’t give the khutbah on ${slotDateInWords} after all (and another update)`,
    '/masjid-landing',
  ),
  welcome: letterToKhateeb(
    { name: 'Yusuf Khan', role: 'khateeb', token },
    'Welcome to Minbar: please confirm your email',
    `/verify-email#token=${token}`,
  ),
  password_reset: letterToMasjid(
    { name: 'Masjid An-Nur', token },
    'Choose a new Minbar password',
    `/reset-password#token=${token}`,
  ),
  password_changed: letterToKhateeb({ name: 'Yusuf Khan' }, 'Your Minbar password was changed', '/login'),
  verify_email: letterToKhateeb(
    { name: 'Yusuf Khan', token },
    'Please confirm your email',
    `/verify-email#token=${token}`,
  ),
  confirm_email: letterToKhateeb(
    { name: 'Yusuf Khan', token },
    'Confirm your new email for Minbar',
    `/confirm-email#token=${token}`,
  ),
  email_changed: letterToMasjid(
    { name: 'Masjid An-Nur', newEmail: 'board@masjid.example', token },
    'Your email at Minbar was changed',
    `/undo-email-change#token=${token}`,
  ),
  email_restored: letterToKhateeb(
    { name: 'Yusuf Khan', token },
    'Your Minbar account is yours again: choose a new password',
    `/reset-password#token=${token}`,
  ),
  email_change_undone: letterToKhateeb(
    { name: 'Yusuf Khan' },
    'The change of your email at Minbar was undone',
    '/login',
  ),
  second_factor_added: letterToKhateeb(
    { name: 'Yusuf Khan', factor: 'passkey', device: 'Chrome on Windows' },
    'A passkey was added to your Minbar account',
    '/account',
  ),
  second_factor_removed: letterToKhateeb(
    { name: 'Yusuf Khan', factor: 'authenticator_app', device: 'Safari on iPhone' },
    'The authenticator app was removed from your Minbar account',
    '/account',
  ),
  recovery_code_used: letterToKhateeb(
    { name: 'Yusuf Khan', left: 9 },
    'A recovery code of your Minbar account was used',
    '/account',
  ),
  second_factors_reset: letterToMasjid(
    { name: 'Masjid An-Nur' },
    'Two-step sign-in was removed from your Minbar account',
    '/account',
  ),
  member_invited: {
    props: {
      masjidUid,
      masjidName: 'Masjid An-Nur',
      city: 'Dearborn',
      stateCode: 'MI',
      role: 'scheduler',
      token,
    },
    reader: null,
    subject: 'Masjid An-Nur invites you to its team on Minbar',
    leadsTo: `/accept-invitation#token=${token}`,
  },
  new_khateeb_invited: {
    props: { masjidUid, masjidName: 'Masjid An-Nur', city: 'Dearborn', stateCode: 'MI', token },
    reader: null,
    subject: 'Masjid An-Nur would like you as a khateeb',
    leadsTo: `/accept-invitation#token=${token}`,
  },
  new_khateeb_asked: {
    props: { slot: commonProps.occasion, token },
    reader: null,
    subject: 'Can you give the khutbah at Masjid An-Nur on Friday, December 4, 2026?',
    leadsTo: `/accept-invitation#token=${token}`,
  },
  new_khateeb_slot_moved: {
    props: { slot: commonProps.occasion, from: { ...commonProps.occasion, time: '14:00' }, token },
    reader: null,
    subject: 'New time or place: can you give the khutbah at Masjid An-Nur on Friday, December 4, 2026?',
    leadsTo: `/accept-invitation#token=${token}`,
  },
  new_khateeb_not_needed: {
    props: { slot: commonProps.occasion, why: 'filled' },
    reader: null,
    subject: 'You no longer need to answer about the khutbah at Masjid An-Nur on Friday, December 4, 2026',
    leadsTo: '/',
  },
  new_khateeb_confirmed: letterToKhateeb(
    { name: 'Yusuf Khan', khateebUid: commonProps.khateebUid, slot: commonProps.occasion },
    'You give the khutbah at Masjid An-Nur on Friday, December 4, 2026',
    '/login',
  ),
  khateeb_approved: letterToKhateeb(
    {
      name: 'Yusuf Khan',
      khateebUid: commonProps.khateebUid,
      masjidUid,
      masjidName: 'Masjid An-Nur',
    },
    'Masjid An-Nur has approved you',
    `/masjid-details/${masjidUid}?as=${commonProps.khateebUid}`,
  ),
  invited_khateeb_declined: letterToKhateeb(
    {
      name: 'Yusuf Khan',
      masjidUid,
      masjidName: 'Masjid An-Nur',
      email: 'bilal@minbar.example',
      slot: commonProps.occasion,
    },
    'bilal@minbar.example can’t give the khutbah on Friday, December 4, 2026',
    `/our-khateebs?as=${masjidUid}`,
  ),
  invited_khateeb_joined: letterToKhateeb(
    {
      name: 'Yusuf Khan',
      masjidUid,
      masjidName: 'Masjid An-Nur',
      khateebUid: commonProps.khateebUid,
      khateebName: 'Omar Aziz',
    },
    'Omar Aziz accepted your invitation',
    `/our-khateebs?khateeb=${commonProps.khateebUid}&as=${masjidUid}`,
  ),
  member_joined: letterToKhateeb(
    { name: 'Yusuf Khan', masjidUid, masjidName: 'Masjid An-Nur', role: 'viewer' },
    'You are now a member of Masjid An-Nur',
    `/masjid-landing?as=${masjidUid}`,
  ),
  member_role_changed: letterToKhateeb(
    { name: 'Yusuf Khan', masjidUid, masjidName: 'Masjid An-Nur', role: 'scheduler', by: colleague },
    'You are now a scheduler of Masjid An-Nur',
    `/masjid-landing?as=${masjidUid}`,
  ),
  membership_ended: letterToKhateeb(
    { name: 'Yusuf Khan', masjidName: 'Masjid An-Nur', how: 'removed', by: colleague },
    'You are no longer a member of Masjid An-Nur',
    '/',
  ),
  owner_added: letterToKhateeb(
    {
      name: 'Yusuf Khan',
      masjidUid,
      masjidName: 'Masjid An-Nur',
      owner: 'Omar Aziz (omar@masjid.example)',
      how: 'appointed',
      by: colleague,
    },
    'Masjid An-Nur has a new owner on Minbar',
    `/members?as=${masjidUid}`,
  ),
  owner_removed: letterToKhateeb(
    {
      name: 'Yusuf Khan',
      masjidUid,
      masjidName: 'Masjid An-Nur',
      owner: 'Omar Aziz (omar@masjid.example)',
      how: 'removed',
      by: colleague,
    },
    'Masjid An-Nur has one owner less on Minbar',
    `/members?as=${masjidUid}`,
  ),
  account_deleted: letterToKhateeb({ name: 'Yusuf Khan' }, 'Your Minbar account was deleted', '/'),
  invite_received: letterToKhateeb(
    commonProps,
    `Masjid An-Nur invites you to give the khutbah on ${slotDateInWords}`,
    `/dashboard?row=${proposalId}`,
  ),
  invite_revoked: letterToKhateeb(commonProps, `Masjid An-Nur withdrew its invite for ${slotDateInWords}`),
  invite_accepted: letterToMasjid(commonProps, `Yusuf Khan will give the khutbah on ${slotDateInWords}`),
  invite_rejected: letterToMasjid(commonProps, `Yusuf Khan declined your invite for ${slotDateInWords}`),
  request_received: letterToMasjid(
    commonProps,
    `Yusuf Khan would like to give the khutbah on ${slotDateInWords}`,
    `/masjid-landing?row=${proposalId}`,
  ),
  request_revoked: letterToMasjid(commonProps, `Yusuf Khan withdrew the request for ${slotDateInWords}`),
  request_approved: letterToKhateeb(
    commonProps,
    `You are giving the khutbah at Masjid An-Nur on ${slotDateInWords}`,
    `/dashboard?row=${slotId}`,
  ),
  request_rejected: letterToKhateeb(
    commonProps,
    `Masjid An-Nur declined your request for ${slotDateInWords}`,
  ),
  khateeb_removed: letterToKhateeb(
    commonProps,
    `You are no longer giving the khutbah at Masjid An-Nur on ${slotDateInWords}`,
    `/masjid-details/${masjidUid}`,
  ),
  khateeb_reconfirmed: letterToMasjid(commonProps, `Yusuf Khan confirmed again for ${slotDateInWords}`),
  khateeb_withdrew: letterToMasjid(
    { ...commonProps, reason: 'I have the flu.\nPlease ask Omar.' },
    `Yusuf Khan can’t give the khutbah on ${slotDateInWords} after all`,
  ),
  you_withdrew: letterToKhateeb(
    commonProps,
    `You have withdrawn from the khutbah at Masjid An-Nur on ${slotDateInWords}`,
  ),
  you_removed_khateeb: letterToMasjid(
    { ...commonProps, memberName: 'Aisha Rahman' },
    `Yusuf Khan is no longer giving the khutbah on ${slotDateInWords}`,
  ),
  you_removed_slot: letterToMasjid(
    { ...commonProps, memberName: 'Aisha Rahman' },
    `Your masjid has canceled the khutbah on ${slotDateInWords}`,
    '/masjid-landing',
  ),
  you_moved_slot: letterToMasjid(
    { ...commonProps, memberName: 'Aisha Rahman', from: { date: '2026-12-11', time: '14:00' } },
    'Your masjid has moved the khutbah on Friday, December 11, 2026',
  ),
  you_reconfirmed: letterToKhateeb(
    commonProps,
    `You have confirmed the new time of the khutbah at Masjid An-Nur on ${slotDateInWords}`,
    `/dashboard?row=${slotId}`,
  ),
  khateeb_event_updated: letterToKhateeb(
    commonProps,
    `Calendar update: your khutbah at Masjid An-Nur on ${slotDateInWords}`,
    `/dashboard?row=${slotId}`,
  ),
  masjid_event_updated: letterToMasjid(
    commonProps,
    `Calendar update: the khutbah of Yusuf Khan on ${slotDateInWords}`,
  ),
  slot_removed: letterToKhateeb(
    confirmedProps,
    `Canceled: your khutbah at Masjid An-Nur on ${slotDateInWords}`,
  ),
  khateeb_left: letterToMasjid(confirmedProps, `Yusuf Khan won’t give the khutbah on ${slotDateInWords}`),
  masjid_left: letterToKhateeb(
    confirmedProps,
    `Canceled: your khutbah at Masjid An-Nur on ${slotDateInWords}`,
  ),
  masjid_moved: letterToKhateeb(
    {
      ...commonProps,
      was: 'confirmed',
      isUrgent: true,
      before: {
        address: '5 Old Road',
        city: 'Chicago',
        stateCode: 'IL',
        zipCode: '60601',
        timeZone: 'America/Chicago',
      },
      slots: [
        {
          slotId,
          rowId: slotId,
          date: '2026-12-04',
          time: '13:30',
          was: 'confirmed',
          awaitsReconfirmation: true,
        },
        {
          slotId: '2c8d2f0e-9a4b-4a52-8f0e-3f2b1c0d9e8f',
          rowId: proposalId,
          date: '2026-12-11',
          time: '14:00',
          was: 'request',
          awaitsReconfirmation: false,
        },
      ],
    },
    `Please confirm again: your khutbah at Masjid An-Nur on ${slotDateInWords}`,
    `/dashboard?row=${slotId}`,
  ),
  slot_moved: letterToKhateeb(
    {
      ...confirmedProps,
      rowId: slotId,
      from: { date: '2026-12-04', time: '11:30' },
      awaitsReconfirmation: true,
    },
    `Please confirm again: your khutbah at Masjid An-Nur is now on ${slotDateInWords} at 1:30 PM`,
    `/dashboard?row=${slotId}`,
  ),
  proposal_closed_by_move: letterToKhateeb(
    { ...commonProps, direction: 'request', from: { date: '2026-12-04', time: '11:30' } },
    `Masjid An-Nur moved the khutbah on ${slotDateInWords}`,
  ),
  rival_confirmed: letterToKhateeb(
    { ...commonProps, direction: 'invite' },
    `Masjid An-Nur chose another khateeb for ${slotDateInWords}`,
  ),
  khateeb_booked_elsewhere: letterToMasjid(
    { ...commonProps, direction: 'request' },
    `Yusuf Khan was booked for another khutbah on ${slotDateInWords}`,
  ),
  topic_comes_again: letterToMasjid(
    commonProps,
    `The topic of the khutbah on ${slotDateInWords} is repeated`,
  ),
  slot_described: letterToKhateeb(
    commonProps,
    `Masjid An-Nur changed the details of your khutbah on ${slotDateInWords}`,
    `/dashboard?row=${slotId}`,
  ),
  approval_given: letterToKhateeb(
    commonProps,
    'Masjid An-Nur has approved you',
    `/masjid-details/${masjidUid}`,
  ),
  approval_asked: letterToMasjid(
    commonProps,
    'Yusuf Khan asks for your approval',
    `/our-khateebs?khateeb=${commonProps.khateebUid}`,
  ),
}
