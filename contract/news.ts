import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursor, id, limit, wholeNumber } from './fields.ts'
import { accountInHistory, wallClock } from './khutbah-schemas.ts'
import { direction } from './proposal-schemas.ts'

/** What happened. The first thirteen are news for khateebs, the others for masjids. */
export const newsKind = z.enum([
  'invite_received',
  'invite_revoked',
  'request_approved',
  'request_rejected',
  'khateeb_removed',
  'slot_removed',
  'masjid_left',
  'masjid_moved',
  'slot_moved',
  'proposal_closed_by_move',
  'rival_confirmed',
  'slot_described',
  'approval_given',
  'approval_asked',
  'request_received',
  'request_revoked',
  'invite_accepted',
  'invite_rejected',
  'khateeb_booked_elsewhere',
  'khateeb_reconfirmed',
  'khateeb_withdrew',
  'khateeb_left',
  'topic_comes_again',
])

/** A piece of news as things stand now. Deleted accounts appear as `Former masjid` or `Former khateeb`. */
export const newsItem = z.object({
  newsId: z.string(),
  kind: newsKind,
  createdAt: z.string(),
  isRead: z.boolean(),
  /** The slot that it is about: of several that have moved with their masjid, the one to act on first. */
  slotId: z.string(),
  khutbahDate: z.string(),
  khutbahTime: z.string(),
  startsAt: z.string(),
  timeZone: z.string(),
  masjid: accountInHistory,
  khateeb: accountInHistory,
  /** The khateeb's standing at the slot when it ended, or when the masjid or the slot moved; null for other news. */
  was: z.nullable(z.enum(['confirmed', 'invite', 'request'])),
  /** Whose proposal closed; null for other news. */
  direction: z.nullable(direction),
  /** Why the khateeb withdrew; null for other news, and after the khateeb's account was deleted. */
  reason: z.nullable(z.string()),
  /** What has changed with a move of the masjid; null for other news. */
  moved: z.nullable(z.object({ address: z.boolean(), timeZone: z.boolean() })),
  /** From where the slot was moved; null for other news. */
  movedFrom: z.nullable(wallClock),
  /** How many of the reader's proposals closed because the slot was filled or moved. */
  closedCount: z.number(),
  /** The slot takes place, and has no khateeb. */
  isOpen: z.boolean(),
  /** The khateeb is confirmed for the slot. */
  isConfirmed: z.boolean(),
  /** The khateeb is asked to confirm again. */
  awaitsReconfirmation: z.boolean(),
  /** The row on the reader's landing screen where they act on it; null if there is none. */
  rowId: z.nullable(z.string()),
})

/**
 * The acting party's news about upcoming khutbahs, newest first, without what later events have made untrue. With `only=unread`, those
 * that the caller has not read. A new member starts with none unread.
 */
export const getNews = endpoint('GET', '/news', {
  access: { khateeb: true, masjid: true },
  query: z.object({ only: z.optional(z.enum(['unread'])), limit, cursor }),
  output: z.array(newsItem),
  paged: true,
})

/** The highest count of unread news that the server returns. It means “this many or more”. */
export const maxUnreadCount = 100

/** The number of items of `getNews` that the caller has not read. */
export const countUnreadNews = endpoint('GET', '/unread_news_count', {
  access: { khateeb: true, masjid: true },
  output: z.object({ count: z.number() }),
})

/** Marks a piece of news as read by the caller, or with `andOlder` also everything before it. `changed` is false if all was read. */
export const markNewsRead = endpoint('POST', '/mark_news_read', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  body: z.object({ newsId: id('newsId'), andOlder: z.boolean() }),
  output: z.object({ changed: z.boolean() }),
  failures: ['not_found'],
})

/**
 * When a member gets a party's news by email: at once, in a daily digest, or at once but only about slots on which the person has acted
 * (`mine`; not for khateebs). Urgent news, such as a canceled khutbah, always goes at once.
 */
export const newsDelivery = z.enum(['at_once', 'digest', 'mine'])

/** The kinds of news that a member may turn off: a proposal waits for an answer, a khateeb is confirmed, a proposal has ended. */
export const newsTopic = z.enum(['pending', 'confirmed', 'ended'])

/** The languages in which a member can get news by email. */
export const newsLanguage = z.enum(['en', 'ar', 'es'])

const newsSettingsFields = {
  delivery: newsDelivery,
  muted: z.array(newsTopic).check(z.maxLength(3)),
  language: newsLanguage,
}

/** How the caller wants the acting party's news. */
export const getNewsSettings = endpoint('GET', '/news_settings', {
  access: { khateeb: true, masjid: true },
  output: z.object({
    ...newsSettingsFields,
    /** The hour of the digest, 0 to 23, in `timeZone`. */
    digestHour: z.number(),
    timeZone: z.string(),
  }),
})

/** Changes how the caller wants the acting party's news. News that waits for a digest goes out when the new settings say. */
export const changeNewsSettings = endpoint('POST', '/change_news_settings', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  body: z.object({
    ...newsSettingsFields,
    digestHour: wholeNumber('digestHour', 0, 23),
  }),
  output: z.object({ changed: z.boolean() }),
})
