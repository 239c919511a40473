import * as z from 'zod/mini'

/** Whether the call changed something. */
export const changeOutcome = z.object({ changed: z.boolean() })

/** The output of a call that returns no data. */
export const emptyResponse = z.object({})
