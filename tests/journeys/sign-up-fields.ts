import { password } from '../runtime/people.ts'

export const passwordFields = { Password: password, 'Repeat password': password }

/** Valid values of the khateeb sign-up form by label, without the email. */
export const khateebFields = {
  'First name': 'Yusuf',
  'Last name': 'Khan',
  Phone: '3135550142',
  'ZIP code': '48126',
  ...passwordFields,
}

/** Valid values of the masjid sign-up form by label, without the email. */
export const masjidFields = {
  'Masjid name': 'Masjid an-Nur',
  'Masjid address': '1 Main Street',
  'ZIP code': '48126',
  Phone: '3135550100',
  ...passwordFields,
}
