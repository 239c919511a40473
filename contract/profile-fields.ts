import * as z from 'zod/mini'
import { email, nullableWebsite, password, phone, text, zipCode } from './fields.ts'

const khateebFields = {
  firstName: text('first_name', 100),
  lastName: text('last_name', 100),
  phone,
  zipCode,
}

/** The fields with which a person with an account adds a khateeb profile. */
export const newKhateebFields = khateebFields

const masjidFields = {
  masjidName: text('masjid_name', 200),
  masjidAddress: text('masjid_address', 200),
  phone,
  zipCode,
}

/** The fields with which a person with an account adds a masjid. */
export const newMasjidFields = { ...masjidFields, website: z._default(nullableWebsite, '') }

/** The sign-up fields of a khateeb. The server ignores other fields, and derives city, state and coordinates from the ZIP. */
export const khateebSignUpFields = { ...khateebFields, email, password }

/** The sign-up fields of a masjid. The server ignores other fields, and derives city, state, coordinates and time zone from the ZIP. */
export const masjidSignUpFields = { ...newMasjidFields, email, password }

/** The profile fields that a khateeb may change. Each is optional in the call. */
export const khateebProfileFields = {
  ...khateebFields,
  bio: text('bio', 2_000, { min: 0, lines: true }),
  expertise: text('expertise', 500, { min: 0, lines: true }),
}

/** The profile fields that a masjid may change. Each is optional in the call. A new ZIP without a `timeZone` also changes the time zone. */
export const masjidProfileFields = {
  ...masjidFields,
  website: nullableWebsite,
  timeZone: text('time_zone', 64),
}
