import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import { ownUid } from './fields.ts'

const error = encodeFieldError('slug')

/** The slug of a public schedule: the last part of its address. */
const slug = z
  .string({ error })
  .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/, { error }))

/** Returns the address of a public schedule, without the host. */
export const schedulePath = (slug: string): `/${string}` => `/schedule/${encodeURIComponent(slug)}`

/** Returns the slug in a typed address, in lower case. Undefined if no schedule can have this slug. */
export const normalizeSlug = (text: string): string | undefined => slug.safeParse(text).data

/**
 * Returns the slug of the calling masjid's public schedule; null if the masjid has not published one. `suggestion` is a slug made from the
 * name and city of the masjid.
 */
export const getSchedule = endpoint('GET', '/masjids/{uid}/schedule', {
  access: { masjid: 'uid' },
  needs: 'viewer',
  params: z.object({ uid: ownUid('uid') }),
  output: z.object({ slug: z.nullable(z.string()), suggestion: z.string() }),
})

const ownerCallOptions = { access: { masjid: 'masjidUid' }, needs: 'owner' } as const

/** Publishes the masjid's schedule, or changes its slug. The address with the old slug then returns 404. */
export const publishSchedule = endpoint('POST', '/publish_schedule', {
  ...ownerCallOptions,
  body: z.object({ masjidUid: ownUid('masjidUid'), slug }),
  output: z.object({ changed: z.boolean() }),
  failures: ['slug_taken'],
})

/** Ends the publication of the masjid's schedule. */
export const unpublishSchedule = endpoint('POST', '/unpublish_schedule', {
  ...ownerCallOptions,
  body: z.object({ masjidUid: ownUid('masjidUid') }),
  output: z.object({ changed: z.boolean() }),
})

/** Sets whether signed-out visitors see the calling khateeb's name on public schedules, or only “Confirmed”. */
export const changePublicName = endpoint('POST', '/change_public_name', {
  access: { khateeb: 'khateebUid' },
  body: z.object({ khateebUid: ownUid('khateebUid'), named: z.boolean() }),
  output: z.object({ changed: z.boolean() }),
})
