import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { decodeFault } from '../../contract/fault-encoding.ts'
import type { Fault, FaultCode } from '../../contract/faults.ts'
import { messages } from '../words/fields.en.po'
import { lingui } from './i18n.ts'

lingui.load('en', messages)

/** The page's sentence for each fault of a field. A missing code doesn't compile. */
const sentences: Readonly<Record<FaultCode, MessageDescriptor>> = {
  not_valid: msg({ message: 'This value is not valid.' }),

  id_required: msg({ message: '{field} is required.' }),
  id_not_valid: msg({ message: '{field} is not a valid id.' }),
  number_not_valid: msg({ message: '{field} must be a number from {min} to {max}.' }),
  cursor_not_valid: msg({ message: 'This cursor is not one of ours.' }),
  idempotency_key_not_valid: msg({ message: 'An Idempotency-Key has 1 to 200 visible ASCII characters.' }),
  near_not_valid: msg({ message: 'Please give near as latitude,longitude or me.' }),
  near_nowhere: msg({ message: 'There is no such place on Earth.' }),

  email_required: msg({ message: 'E-mail is required.' }),
  email_too_long: msg({ message: 'E-mail may have at most {limit} characters.' }),
  email_not_valid: msg({ message: 'This is not a valid e-mail address.' }),
  email_unchanged: msg({ message: 'This is your e-mail address already.' }),

  password_required: msg({ message: 'Password is required.' }),
  password_endless: msg({ message: 'Password is too long.' }),
  password_not_typed: msg({ message: 'Password has characters that cannot be typed.' }),
  passwords_differ: msg({ message: 'Passwords do not match' }),
  password_too_short: msg({ message: 'The password must have at least {limit} characters.' }),
  password_too_long: msg({ message: 'The password may have at most {limit} characters.' }),
  password_lowercase: msg({ message: 'The password must have a lowercase letter.' }),
  password_uppercase: msg({ message: 'The password must have an uppercase letter.' }),
  password_numeric: msg({ message: 'The password must have a digit.' }),
  password_nonAlphanumeric: msg({
    message: 'The password must have a character that is neither a letter nor a digit.',
  }),
  password_common: msg({
    message: 'Please choose a password that is not one of the 10,000 most common ones.',
  }),
  link_incomplete: msg({ message: 'The link is incomplete. Please open it again from the e-mail.' }),

  first_name_required: msg({ message: 'First name is required.' }),
  first_name_too_long: msg({ message: 'First name may have at most {limit} characters.' }),
  first_name_not_shown: msg({ message: 'First name has characters that cannot be shown.' }),
  last_name_required: msg({ message: 'Last name is required.' }),
  last_name_too_long: msg({ message: 'Last name may have at most {limit} characters.' }),
  last_name_not_shown: msg({ message: 'Last name has characters that cannot be shown.' }),
  bio_required: msg({ message: 'Bio is required.' }),
  bio_too_long: msg({ message: 'Bio may have at most {limit} characters.' }),
  bio_not_shown: msg({ message: 'Bio has characters that cannot be shown.' }),
  expertise_required: msg({ message: 'Expertise is required.' }),
  expertise_too_long: msg({ message: 'Expertise may have at most {limit} characters.' }),
  expertise_not_shown: msg({ message: 'Expertise has characters that cannot be shown.' }),

  masjid_name_required: msg({ message: 'Masjid name is required.' }),
  masjid_name_too_long: msg({ message: 'Masjid name may have at most {limit} characters.' }),
  masjid_name_not_shown: msg({ message: 'Masjid name has characters that cannot be shown.' }),
  masjid_address_required: msg({ message: 'Masjid address is required.' }),
  masjid_address_too_long: msg({ message: 'Masjid address may have at most {limit} characters.' }),
  masjid_address_not_shown: msg({ message: 'Masjid address has characters that cannot be shown.' }),
  website_not_valid: msg({ message: 'Please enter a website like www.example.org' }),
  website_too_long: msg({ message: 'Website may have at most {limit} characters.' }),

  phone_required: msg({ message: 'Phone number is required' }),
  phone_not_valid: msg({ message: 'Please enter a valid 10-digit phone number' }),
  zip_required: msg({ message: 'ZIP code is required.' }),
  zip_not_valid: msg({ message: 'Please use a valid US address' }),

  time_zone_required: msg({ message: 'Time zone is required.' }),
  time_zone_too_long: msg({ message: 'Time zone may have at most {limit} characters.' }),
  time_zone_not_shown: msg({ message: 'Time zone has characters that cannot be shown.' }),
  time_zone_not_of_state: msg({ message: 'Please choose one of the time zones of this state: {zones}.' }),
  time_zone_skips: msg({ message: 'In this zone the clocks skip {time} on {date}.' }),
  time_zone_overlap: msg({
    message: 'With this time zone, these khateebs would have to be in two places at once: {names}.',
  }),

  date_required: msg({ message: 'Date is required.' }),
  date_not_valid: msg({ message: 'Please give the date as YYYY-MM-DD.' }),
  date_nowhere: msg({ message: 'There is no such date.' }),
  date_past: msg({ message: 'This date is in the past.' }),
  date_too_far: msg({ message: 'This date is more than two years ahead.' }),
  times_required: msg({ message: 'Please fill all fields' }),
  times_empty: msg({ message: 'Please give at least one time.' }),
  times_too_many: msg({ message: 'One date may have at most {limit} slots.' }),
  slot_without_time: msg({ message: 'Each slot has a time.' }),
  slot_filled: msg({
    message: 'A slot is filled by an invite or a request. Please leave the khateeb empty.',
  }),
  time_required: msg({ message: 'Time is required.' }),
  time_not_valid: msg({ message: 'Please give the time as HH:MM.' }),
  time_nowhere: msg({ message: 'There is no such time.' }),
  time_skipped: msg({ message: 'The clocks skip this time on that date.' }),
  time_past: msg({ message: 'This time is in the past.' }),

  reason_required: msg({ message: 'A reason is required.' }),
  reason_too_long: msg({ message: 'A reason may have at most {limit} characters.' }),
  reason_not_shown: msg({ message: 'A reason has characters that cannot be shown.' }),

  search_required: msg({ message: 'q is required.' }),
  search_too_long: msg({ message: 'q may have at most {limit} characters.' }),
  search_not_shown: msg({ message: 'q has characters that cannot be shown.' }),
  length_not_valid: msg({ message: 'How many are wanted must be a whole number from 1 to {max}.' }),
}

/** All faults of one field, as text in the page's language. */
export function sentenceOfFaults(faults: readonly Fault[]): string {
  return faults.map(({ code, params }) => lingui._({ ...sentences[code], values: params })).join(' ')
}

/** The page's sentence for a message of the contract's schema. */
export function sentenceOfSchema(message: string): string {
  return sentenceOfFaults([decodeFault(message)])
}

/** The page's sentences for the server's faults by field. A field with an unknown code keeps the server's sentence. */
export function sentencesOfFields(
  fields: Readonly<Record<string, string>>,
  faults: Readonly<Record<string, readonly Fault[]>>,
): Record<string, string> {
  const known = Object.entries(faults).filter(([, its]) => its.every(({ code }) => code in sentences))
  return { ...fields, ...Object.fromEntries(known.map(([name, its]) => [name, sentenceOfFaults(its)])) }
}
