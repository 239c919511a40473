import { password } from '../runtime/people.ts'

/** A password as it is chosen. */
export const passwordFields = { Password: password, 'Repeat password': password }

/** What a khateeb types into his sign-up, but his e-mail. */
export const khateebFields = {
  'First name': 'Yusuf',
  'Last name': 'Khan',
  Phone: '3135550142',
  'ZIP code': '48126',
  ...secret,
}

/** The same for a masjid. */
export const masjidFields = {
  'Masjid name': 'Masjid an-Nur',
  'Masjid address': '1 Main Street',
  'ZIP code': '48126',
  Phone: '3135550100',
  ...secret,
}
