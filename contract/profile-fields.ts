import * as z from 'zod/mini'
import { email, password, phone, text, website, zipCode } from './fields.ts'

/** Sign-up fields of a khateeb. Other fields in a body are ignored; the server derives the place from the ZIP. */
export const khateebSignUpFields = {
  firstName: text('first_name', 100),
  lastName: text('last_name', 100),
  email,
  password,
  phone,
  zipCode,
}

/** Sign-up fields of a masjid. Other fields in a body are ignored; the server derives place and time zone from the ZIP. */
export const masjidSignUpFields = {
  masjidName: text('masjid_name', 200),
  masjidAddress: text('masjid_address', 200),
  email,
  password,
  phone,
  zipCode,
  website: z._default(website, ''),
}

/** Profile fields that a khateeb may change. Absent fields stay unchanged. */
export const khateebProfileFields = {
  firstName: z.optional(text('first_name', 100)),
  lastName: z.optional(text('last_name', 100)),
  bio: z.optional(text('bio', 2_000, { min: 0, lines: true })),
  expertise: z.optional(text('expertise', 500, { min: 0, lines: true })),
  phone: z.optional(phone),
  zipCode: z.optional(zipCode),
}

/** Profile fields that a masjid may change. Absent fields stay unchanged, but a new ZIP alone also changes the time zone. */
export const masjidProfileFields = {
  masjidName: z.optional(text('masjid_name', 200)),
  masjidAddress: z.optional(text('masjid_address', 200)),
  zipCode: z.optional(zipCode),
  phone: z.optional(phone),
  website: z.optional(website),
  timeZone: z.optional(text('time_zone', 64)),
}
