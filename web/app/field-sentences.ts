import { messages } from '../words/fields.en.po'
import { words } from './words.ts'

words.load('en', messages)

/**
 * All that the contract and the server say of a field, in their English, which is also its name in the catalogue. A
 * `{place}` stands for what differs from time to time.
 */
export const fieldSentences = [
  /*i18n*/ 'E-mail is required.',
  /*i18n*/ 'E-mail may have at most 254 characters.',
  /*i18n*/ 'This is not a valid e-mail address.',
  /*i18n*/ 'This is your e-mail address already.',

  /*i18n*/ 'Password is required.',
  /*i18n*/ 'Password is too long.',
  /*i18n*/ 'Password has characters that cannot be typed.',
  /*i18n*/ 'Passwords do not match',
  /*i18n*/ 'The password must have at least {limit} characters.',
  /*i18n*/ 'The password may have at most {limit} characters.',
  /*i18n*/ 'The password must have a lowercase letter.',
  /*i18n*/ 'The password must have an uppercase letter.',
  /*i18n*/ 'The password must have a digit.',
  /*i18n*/ 'The password must have a character that is neither a letter nor a digit.',
  /*i18n*/ 'Please choose a password that is not one of the 10,000 most common ones.',

  /*i18n*/ 'First name is required.',
  /*i18n*/ 'First name may have at most 100 characters.',
  /*i18n*/ 'First name has characters that cannot be shown.',
  /*i18n*/ 'Last name is required.',
  /*i18n*/ 'Last name may have at most 100 characters.',
  /*i18n*/ 'Last name has characters that cannot be shown.',
  /*i18n*/ 'Bio is required.',
  /*i18n*/ 'Bio may have at most 2000 characters.',
  /*i18n*/ 'Bio has characters that cannot be shown.',
  /*i18n*/ 'Expertise is required.',
  /*i18n*/ 'Expertise may have at most 500 characters.',
  /*i18n*/ 'Expertise has characters that cannot be shown.',

  /*i18n*/ 'Masjid name is required.',
  /*i18n*/ 'Masjid name may have at most 200 characters.',
  /*i18n*/ 'Masjid name has characters that cannot be shown.',
  /*i18n*/ 'Masjid address is required.',
  /*i18n*/ 'Masjid address may have at most 200 characters.',
  /*i18n*/ 'Masjid address has characters that cannot be shown.',
  /*i18n*/ 'Please enter a website like www.example.org',
  /*i18n*/ 'Website may have at most 200 characters.',

  /*i18n*/ 'Phone number is required',
  /*i18n*/ 'Please enter a valid 10-digit phone number',
  /*i18n*/ 'ZIP code is required.',
  /*i18n*/ 'Please use a valid US address',

  /*i18n*/ 'Time zone is required.',
  /*i18n*/ 'Time zone may have at most 64 characters.',
  /*i18n*/ 'Time zone has characters that cannot be shown.',
  /*i18n*/ 'Please choose one of the time zones of this state: {zones}.',
  /*i18n*/ 'In this zone the clocks skip {time} on {date}.',
  /*i18n*/ 'With this time zone, these khateebs would have to be in two places at once: {names}.',

  /*i18n*/ 'Date is required.',
  /*i18n*/ 'Please give the date as YYYY-MM-DD.',
  /*i18n*/ 'There is no such date.',
  /*i18n*/ 'This date is in the past.',
  /*i18n*/ 'This date is more than two years ahead.',
  /*i18n*/ 'Please fill all fields',
  /*i18n*/ 'Please give at least one time.',
  /*i18n*/ 'One date may have at most 24 slots.',
  /*i18n*/ 'Each slot has a time.',
  /*i18n*/ 'Time is required.',
  /*i18n*/ 'Please give the time as HH:MM.',
  /*i18n*/ 'There is no such time.',
  /*i18n*/ 'The clocks skip this time on that date.',
  /*i18n*/ 'This time is in the past.',

  /*i18n*/ 'A reason is required.',
  /*i18n*/ 'A reason may have at most 500 characters.',
  /*i18n*/ 'A reason has characters that cannot be shown.',
]

const known = fieldSentences.map((name) => ({ name, pattern: patternOf(name) }))

function patternOf(name: string): RegExp {
  const places = name.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')
  return new RegExp(`^${places}$`)
}

/** What was said of a field, in the words of the page; as it came where the page has no words for it. */
export function inOurWords(said: string): string {
  return (
    translated(said) ??
    // A password's faults are all told at once.
    said
      .split(/(?<=\.) /)
      .map((one) => translated(one) ?? one)
      .join(' ')
  )
}

/** The same for what the server said of each field, by its name. */
export function fieldsInOurWords(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, said]) => [name, inOurWords(said)]))
}

function translated(said: string): string | undefined {
  for (const { name, pattern } of known) {
    const found = pattern.exec(said)
    if (found !== null) return words._(name, found.groups)
  }
  return undefined
}
