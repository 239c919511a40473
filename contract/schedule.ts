import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import { ownUid } from './fields.ts'

const error = encodeFieldError('slug')

/** The last part of the address of a public schedule. */
const slug = z
  .string({ error })
  .check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/, { error }))

/** The address of a masjid's public schedule, without the host: `/schedule/` and its name there. */
export const schedulePath = (name: string): `/${string}` => `/schedule/${encodeURIComponent(name)}`

/** Under which name the calling masjid has published its schedule; null if it has not. `suggestion` is a name made of the masjid's. */
export const getSchedule = endpoint('GET', '/masjids/{uid}/schedule', {
  access: { masjid: 'uid' },
  needs: 'viewer',
  params: z.object({ uid: ownUid('uid') }),
  output: z.object({ slug: z.nullable(z.string()), suggestion: z.string() }),
})

const byOwner = { access: { masjid: 'masjidUid' }, needs: 'owner' } as const

/** Publishes the schedule, or changes its address: the former one then is 404. */
export const publishSchedule = endpoint('POST', '/publish_schedule', {
  ...byOwner,
  body: z.object({ masjidUid: ownUid('masjidUid'), slug }),
  output: z.object({ changed: z.boolean() }),
  failures: ['slug_taken'],
})

/** Takes the schedule off the public addresses. */
export const unpublishSchedule = endpoint('POST', '/unpublish_schedule', {
  ...byOwner,
  body: z.object({ masjidUid: ownUid('masjidUid') }),
  output: z.object({ changed: z.boolean() }),
})

/** Whether signed-out visitors read the calling khateeb's name, or only “Confirmed”. */
export const changePublicName = endpoint('POST', '/change_public_name', {
  access: { khateeb: 'khateebUid' },
  body: z.object({ khateebUid: ownUid('khateebUid'), named: z.boolean() }),
  output: z.object({ changed: z.boolean() }),
})
