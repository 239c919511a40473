/**
 * The English error sentence of each field error code. `{name}` is a placeholder for a parameter. Lingui extracts the sentences from this
 * file for translation (`lingui.config.ts`).
 */
export const fieldErrorMessages = {
  not_valid: 'This value is not valid.',

  id_required: '{field} is required.',
  id_not_valid: '{field} is not a valid id.',
  list_not_valid: '{field} must have {min} to {max} items.',
  number_not_valid: '{field} must be a number from {min} to {max}.',
  instant_not_valid: '{field} must be an ISO 8601 instant in UTC with milliseconds.',
  cursor_not_valid: 'This cursor is not valid.',
  idempotency_key_not_valid: 'An Idempotency-Key has 1 to 200 visible ASCII characters.',
  near_not_valid: 'near must be “me”, or a latitude and longitude such as “42.33,-83.05”.',
  near_nowhere: 'There is no such place on Earth.',

  email_required: 'Email is required.',
  email_too_long: 'Email may have at most {limit} characters.',
  email_not_valid: 'This is not a valid email address.',
  email_unchanged: 'This is your email address already.',

  password_required: 'Password is required.',
  /** For a password of more than 1,024 characters. The errors of the operator's policy are below. */
  password_endless: 'Password is too long.',
  password_not_typed: 'Password has characters that are not allowed.',
  password_not_repeated: 'Please repeat the password.',
  passwords_differ: 'Passwords do not match',
  password_too_short: 'The password must have at least {limit} characters.',
  password_too_long: 'The password may have at most {limit} characters.',
  password_lowercase: 'The password must have a lowercase letter.',
  password_uppercase: 'The password must have an uppercase letter.',
  password_numeric: 'The password must have a digit.',
  password_nonAlphanumeric: 'The password must have a character that is neither a letter nor a digit.',
  password_common: 'Please choose a password that is not one of the 10,000 most common ones.',
  code_not_valid: 'Please enter the 6 digits that your app shows, or a recovery code.',
  passkey_not_valid: 'The passkey didn’t work. Please try again.',
  link_incomplete: 'The link is incomplete. Please open it again from the email.',

  slug: 'Use 3 to 60 letters, digits and hyphens.',

  name_required: 'Name is required.',
  name_too_long: 'Name may have at most {limit} characters.',
  name_not_shown: 'Name has characters that cannot be shown.',
  first_name_required: 'First name is required.',
  first_name_too_long: 'First name may have at most {limit} characters.',
  first_name_not_shown: 'First name has characters that cannot be shown.',
  last_name_required: 'Last name is required.',
  last_name_too_long: 'Last name may have at most {limit} characters.',
  last_name_not_shown: 'Last name has characters that cannot be shown.',
  bio_required: 'Bio is required.',
  bio_too_long: 'Bio may have at most {limit} characters.',
  bio_not_shown: 'Bio has characters that cannot be shown.',
  expertise_required: 'Expertise is required.',
  expertise_too_long: 'Expertise may have at most {limit} characters.',
  expertise_not_shown: 'Expertise has characters that cannot be shown.',

  masjid_name_required: 'Masjid name is required.',
  masjid_name_too_long: 'Masjid name may have at most {limit} characters.',
  masjid_name_not_shown: 'Masjid name has characters that cannot be shown.',
  masjid_address_required: 'Masjid address is required.',
  masjid_address_too_long: 'Masjid address may have at most {limit} characters.',
  masjid_address_not_shown: 'Masjid address has characters that cannot be shown.',
  website_not_valid: 'Please enter a website like www.example.org',
  website_too_long: 'Website may have at most {limit} characters.',

  phone_required: 'Phone number is required',
  phone_not_valid: 'Please enter a valid 10-digit phone number',
  zip_required: 'ZIP code is required.',
  zip_not_valid: 'Please use a valid US address',

  time_zone_required: 'Time zone is required.',
  time_zone_too_long: 'Time zone may have at most {limit} characters.',
  time_zone_not_shown: 'Time zone has characters that cannot be shown.',
  time_zone_not_of_state: 'Please choose one of the time zones of this state: {zones}.',
  time_zone_skips: 'In the new time zone, the clocks skip {time} on {date}.',
  time_zone_overlap:
    'In the new time zone, {khateeb} would have to be in two places at once on {date} at {time}.',
  time_zone_overlaps_more: 'The same happens at {count} more of your khutbahs.',

  date_required: 'Date is required.',
  date_not_valid: 'Please enter the date as YYYY-MM-DD.',
  date_nowhere: 'There is no such date.',
  date_past: 'This date is in the past.',
  date_too_far: 'This date is more than two years ahead.',
  dates_too_many: 'There may be at most {limit} dates.',
  day_not_valid: 'Please enter the day as MM-DD.',
  service_at_one_time: 'A service is either at a time, or some minutes after Dhuhr.',
  service_keys_differ: 'Each service needs a key of its own.',
  times_required: 'Please fill all fields',
  times_empty: 'Please enter at least one time.',
  times_too_many: 'One date may have at most {limit} slots.',
  slots_too_many: 'A masjid may have at most {limit} upcoming slots.',
  slot_without_time: 'Each slot needs a time.',
  slot_filled: 'Please leave the field “khateeb” empty. Invites and requests fill a slot.',
  time_required: 'Time is required.',
  time_not_valid: 'Please enter the time as HH:MM.',
  time_nowhere: 'There is no such time.',
  last_date_too_far: 'The last of these dates is more than two years ahead.',
  time_skipped_on: 'This time does not exist on {date}, because the clocks change.',
  time_skipped: 'This time does not exist on that date, because the clocks change.',
  time_past: 'This time is in the past.',
  slot_at_that_time: 'You already have a khutbah on {date} at {time}.',
  khateeb_at_that_time: '{khateeb} gives another khutbah on {date} at {time}.',

  reason_required: 'A reason is required.',
  reason_too_long: 'A reason may have at most {limit} characters.',
  reason_not_shown: 'A reason has characters that cannot be shown.',

  note_required: 'A note is required.',
  note_too_long: 'A note may have at most {limit} characters.',
  note_not_shown: 'A note has characters that cannot be shown.',

  topic_required: 'A topic is required.',
  topic_too_long: 'A topic may have at most {limit} characters.',
  topic_not_shown: 'A topic has characters that cannot be shown.',

  search_required: 'q is required.',
  search_too_long: 'q may have at most {limit} characters.',
  search_not_shown: 'q has characters that cannot be shown.',
  length_not_valid: 'The number of items must be a whole number from 1 to {max}.',
} as const

export type FieldErrorCode = keyof typeof fieldErrorMessages

/** The error of a field, with the values for the placeholders of its sentence. */
export interface FieldError {
  readonly code: FieldErrorCode
  readonly params: Readonly<Record<string, string | number>>
}

/** Returns the English sentence of a field error. */
export function fieldErrorMessage({ code, params }: FieldError): string {
  return fieldErrorMessages[code].replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    String(params[name] ?? place),
  )
}
