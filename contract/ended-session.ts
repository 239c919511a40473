import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * Returns why a session has ended. The call sends the token of this session. Null if the session has not ended, or ended for a reason that
 * is not listed.
 */
export const getEndedSession = endpoint('GET', '/identity/ended_session', {
  access: 'anyone',
  limit: 'lookup',
  output: z.object({
    /** `no_party`: the person is no longer a member of any masjid, so their account was deleted. */
    because: z.nullable(z.literal('no_party')),
  }),
})
