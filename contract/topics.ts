import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursor, id, limit, ownUid, text } from './fields.ts'
import { masjidSlotChecks, slotFieldsWithMasjid } from './slot-fields.ts'

export const maxTopicLength = 200

/** The topic of a khutbah, in one line; empty for no topic. */
const topic = text('topic', maxTopicLength, { min: 0 })

/**
 * The date, YYYY-MM-DD, of the closest khutbah at the masjid with the same topic, on another date, up to 12 weeks before or after. Null if
 * there is none. Topics that differ only in case, accents, punctuation or “the” are the same.
 */
const comesAgainOn = z.nullable(z.string())

/** Sets the topic of a khutbah for which the calling khateeb is confirmed. An empty text removes the topic. */
export const nameTopic = endpoint('POST', '/name_topic', {
  access: { khateeb: 'khateebUid' },
  body: z
    .object({ khateebUid: ownUid('khateebUid'), ...slotFieldsWithMasjid, topic })
    .check(...masjidSlotChecks),
  output: z.object({ changed: z.boolean(), comesAgainOn }),
  failures: ['not_found', 'slot_past'],
})

/**
 * Lists the last topics at a masjid, up to the date of a slot for which the calling khateeb is confirmed. Leaves out the topic of this
 * slot. With `topic`, also returns the date of another khutbah with that topic (`comesAgainOn`).
 */
export const getTopicsAtMasjid = endpoint('GET', '/users/{uid}/topics_there', {
  access: { khateeb: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ slotId: id('slotId'), topic: z.optional(topic) }),
  output: z.object({ last: z.array(z.object({ date: z.string(), topic: z.string() })), comesAgainOn }),
  failures: ['not_found'],
})

/** Lists the topics of the calling masjid's khutbahs, the latest date first. */
export const getTopics = endpoint('GET', '/masjids/{uid}/topics', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ limit, cursor }),
  output: z.array(
    z.object({
      slotId: z.string(),
      date: z.string(),
      time: z.string(),
      topic: z.string(),
      khateeb: z.string(),
    }),
  ),
  paged: true,
})
