import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Returns why the session of the call's token has ended. Null if it has not ended, or ended for a reason that is not listed. */
export const getEndedSession = endpoint('GET', '/identity/ended_session', {
  access: 'anyone',
  limit: 'lookup',
  output: z.object({
    /** `no_party`: the person is no longer a member of any masjid, so their account was deleted. */
    because: z.nullable(z.literal('no_party')),
  }),
})
