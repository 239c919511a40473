import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Why the session whose token the call has was ended. Null if it has not ended, or for another reason. */
export const getEndedSession = endpoint('GET', '/identity/ended_session', {
  access: 'anyone',
  limit: 'lookup',
  output: z.object({
    /** `no_party`: the person is no longer a member of any masjid, so their account was deleted. */
    because: z.nullable(z.literal('no_party')),
  }),
})
