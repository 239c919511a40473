import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursor, id, limit, wholeNumber } from './fields.ts'
import { accountInHistory, movedStart } from './khutbah-schemas.ts'
import { direction } from './proposal-schemas.ts'

/** The kinds of news. The kinds up to `approval_given` are for khateebs, the others for masjids. */
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

/**
 * A piece of news, with the current names, and with the current start of the slot. But news about the end of an assignment or a proposal
 * has the start that the slot had at the end. A deleted account is `Former masjid` or `Former khateeb`.
 */
export const newsItem = z.object({
  newsId: z.string(),
  kind: newsKind,
  createdAt: z.string(),
  isRead: z.boolean(),
  /** The slot of the news. If several slots moved with their masjid, this is the slot on which the recipient should act first. */
  slotId: z.string(),
  khutbahDate: z.string(),
  khutbahTime: z.string(),
  startsAt: z.string(),
  timeZone: z.string(),
  masjid: accountInHistory,
  khateeb: accountInHistory,
  /**
   * The khateeb's relation to the slot before the event, in news of a removed or moved slot, a moved or deleted masjid, or a deleted
   * khateeb. Null for other news.
   */
  was: z.nullable(z.enum(['confirmed', 'invite', 'request'])),
  /** The direction of a proposal that closed; null for other news. */
  direction: z.nullable(direction),
  /** The reason for a withdrawal. Null for other news, and after the khateeb deleted his account. */
  reason: z.nullable(z.string()),
  /** What changed when the masjid moved; null for other news. */
  moved: z.nullable(z.object({ address: z.boolean(), timeZone: z.boolean() })),
  /**
   * In news of a moved slot: the old start that the khateeb knows. In a khateeb's news of his ended assignment: the start that he agreed
   * to. In a khateeb's news of an ended invite or request, or of his approved request: the start of the slot when the proposal was sent. In
   * the last two cases, null if the slot has not moved since. Null for other news. `timeZone` is the masjid's time zone at the time of the
   * news.
   */
  movedFrom: z.nullable(z.extend(movedStart, { timeZone: z.string() })),
  /** The number of the recipient's proposals that closed because the slot was filled or moved. */
  closedCount: z.number(),
  /** Whether the slot exists and has no khateeb. */
  isOpen: z.boolean(),
  /** Whether the khateeb is confirmed for the slot. */
  isConfirmed: z.boolean(),
  /** Whether the khateeb is asked to confirm the new start. */
  awaitsReconfirmation: z.boolean(),
  /** The id of the row on the recipient's landing screen with the buttons for this news; null without such a row. */
  rowId: z.nullable(z.string()),
})

/**
 * Lists the acting party's news about upcoming khutbahs, newest first. Leaves out news that a later event has made untrue. With
 * `only=unread`, lists only the news that the caller has not read. A new member starts with no unread news.
 */
export const getNews = endpoint('GET', '/news', {
  access: { khateeb: true, masjid: true },
  query: z.object({ only: z.optional(z.enum(['unread'])), limit, cursor }),
  output: z.array(newsItem),
  paged: true,
})

/** The highest count of unread news that the server returns. It means “this many or more”. */
export const maxUnreadCount = 100

/** Returns how many pieces of news the caller has not read, at most `maxUnreadCount`. */
export const countUnreadNews = endpoint('GET', '/unread_news_count', {
  access: { khateeb: true, masjid: true },
  output: z.object({ count: z.number() }),
})

/**
 * Marks a piece of news as read by the caller. With `andOlder`, also marks all older news. `changed` is false if the caller had already
 * read all of this news.
 */
export const markNewsRead = endpoint('POST', '/mark_news_read', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  body: z.object({ newsId: id('newsId'), andOlder: z.boolean() }),
  output: z.object({ changed: z.boolean() }),
  failures: ['not_found'],
})

/**
 * When a member gets the news of a party by email. `at_once`: at once. `digest`: in a daily digest, or at once if the khutbah starts before
 * the digest. `mine`, not for khateebs: at once, but only news about slots on which the member has acted. Cancellations are sent at once
 * with any setting, but at most six a day to an unverified address.
 */
export const newsDelivery = z.enum(['at_once', 'digest', 'mine'])

/**
 * The categories of news that a member can turn off. `pending`: a proposal, or a khateeb who asks for approval, waits for an answer.
 * `confirmed`: a khateeb is confirmed, or a confirmed khutbah has a new language, note or repeated topic. `ended`: a proposal has ended.
 */
export const newsCategory = z.enum(['pending', 'confirmed', 'ended'])

/** The languages in which a member can get news by email. */
export const newsLanguage = z.enum(['en', 'ar', 'es'])

const newsSettingsFields = {
  delivery: newsDelivery,
  muted: z.array(newsCategory).check(z.maxLength(3)),
  language: newsLanguage,
}

/** Returns the caller's news settings for the acting party. */
export const getNewsSettings = endpoint('GET', '/news_settings', {
  access: { khateeb: true, masjid: true },
  output: z.object({
    ...newsSettingsFields,
    /** The hour of the digest, 0 to 23, in `timeZone`. */
    digestHour: z.number(),
    timeZone: z.string(),
  }),
})

/** Changes the caller's news settings for the acting party. The new settings also apply to news that waits for a digest. */
export const changeNewsSettings = endpoint('POST', '/change_news_settings', {
  access: { khateeb: true, masjid: true },
  needs: 'viewer',
  body: z.object({
    ...newsSettingsFields,
    digestHour: wholeNumber('digestHour', 0, 23),
  }),
  output: z.object({ changed: z.boolean() }),
})
