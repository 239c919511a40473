import * as z from 'zod/mini'

/** A session of the caller. */
export const session = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  device: z.string(),
  current: z.boolean(),
})
