import * as z from 'zod/mini'
import { email, nullableWebsite, password, phone, text, zipCode } from './fields.ts'

const khateebFields = {
  firstName: text('first_name', 100),
  lastName: text('last_name', 100),
  phone,
  zipCode,
}

/** What a person with an account gives to become a khateeb, too. */
export const newKhateebFields = khateebFields

const masjidFields = {
  masjidName: text('masjid_name', 200),
  masjidAddress: text('masjid_address', 200),
  phone,
  zipCode,
}

/** What a person with an account gives to add a masjid. */
export const newMasjidFields = { ...masjidFields, website: z._default(nullableWebsite, '') }

/** Sign-up fields of a khateeb. Other fields in a body are ignored; the server derives the place from the ZIP. */
export const khateebSignUpFields = { ...khateebFields, email, password }

/** Sign-up fields of a masjid. Other fields in a body are ignored; the server derives place and time zone from the ZIP. */
export const masjidSignUpFields = { ...newMasjidFields, email, password }

/** Profile fields that a khateeb may change. */
export const khateebProfileFields = {
  ...khateebFields,
  bio: text('bio', 2_000, { min: 0, lines: true }),
  expertise: text('expertise', 500, { min: 0, lines: true }),
}

/** Profile fields that a masjid may change. A new ZIP without a time zone changes the time zone, too. */
export const masjidProfileFields = {
  ...masjidFields,
  website: nullableWebsite,
  timeZone: text('time_zone', 64),
}
