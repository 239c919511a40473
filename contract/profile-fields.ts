import * as z from 'zod/mini'
import { email, password, phone, text, website, zipCode } from './fields.ts'

/** What a khateeb writes of himself; place and standing come from elsewhere, whatever a body says. */
export const khateebSignUpFields = {
  firstName: text('first_name', 100),
  lastName: text('last_name', 100),
  email,
  password,
  phone,
  zipCode,
}

/** What a masjid's admin writes of it; place, zone and standing come from the ZIP and from operators. */
export const masjidSignUpFields = {
  masjidName: text('masjid_name', 200),
  masjidAddress: text('masjid_address', 200),
  email,
  password,
  phone,
  zipCode,
  website: z._default(website, ''),
}

/** What a khateeb may change of himself; only what is sent changes. */
export const khateebProfileFields = {
  firstName: z.optional(text('first_name', 100)),
  lastName: z.optional(text('last_name', 100)),
  bio: z.optional(text('bio', 2_000, { min: 0, lines: true })),
  expertise: z.optional(text('expertise', 500, { min: 0, lines: true })),
  phone: z.optional(phone),
  zipCode: z.optional(zipCode),
}

/** What a masjid may change of itself; only what is sent changes. A new ZIP brings its own zone unless one is sent. */
export const masjidProfileFields = {
  masjidName: z.optional(text('masjid_name', 200)),
  masjidAddress: z.optional(text('masjid_address', 200)),
  zipCode: z.optional(zipCode),
  phone: z.optional(phone),
  website: z.optional(website),
  timeZone: z.optional(text('time_zone', 64)),
}
