import * as z from 'zod/mini'
import { language } from './availability-schemas.ts'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import { calendarDate, listOf, ownUid, timeOfDay, wholeNumber } from './fields.ts'
import { maxClosures, maxMinutesAfterDhuhr, maxServices, maxWeeksAhead } from './plan-choices.ts'

/** A day of the year, MM-DD. */
const dayOfYear = z.string({ error: encodeFieldError('day_not_valid') }).check(
  z.regex(
    /^(0[13578]-(0[1-9]|[12]\d|3[01])|1[02]-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))$/,
    {
      error: encodeFieldError('day_not_valid'),
    },
  ),
)

/** A service of a weekly plan. Exactly one of `time` and `minutesAfterDhuhr` is not null. */
const service = z.object({
  /** The number of the service. It stays the same when the service changes, so that the slots of the service move with it. */
  key: wholeNumber('key', 1, 999),
  time: z.nullable(timeOfDay),
  /** The service starts this many minutes after Dhuhr, rounded up to a multiple of 5 minutes. */
  minutesAfterDhuhr: z.nullable(wholeNumber('minutesAfterDhuhr', 0, maxMinutesAfterDhuhr)),
  /**
   * The part of each year, from MM-DD to MM-DD, both included, in which the service takes place. This period may cross the new year. Null
   * for the whole year.
   */
  season: z.nullable(z.object({ firstDay: dayOfYear, lastDay: dayOfYear })),
  /** The language of the khutbah; null for any. A new language also changes the slots that the plan has posted. */
  language: z._default(z.nullable(language), null),
})

const planFields = {
  services: listOf(
    'services',
    service.check(
      z.refine(({ time, minutesAfterDhuhr }) => time !== null || minutesAfterDhuhr !== null, {
        path: ['time'],
        error: encodeFieldError('service_at_one_time'),
      }),
      z.refine(({ time, minutesAfterDhuhr }) => time === null || minutesAfterDhuhr === null, {
        path: ['minutesAfterDhuhr'],
        error: encodeFieldError('service_at_one_time'),
      }),
    ),
    maxServices,
  ).check(
    z.refine((services) => new Set(services.map(({ key }) => key)).size === services.length, {
      error: encodeFieldError('service_keys_differ'),
    }),
  ),
  /** The dates, YYYY-MM-DD, on which the plan posts nothing. Past dates are dropped. */
  closures: z
    .array(calendarDate)
    .check(z.maxLength(maxClosures, { error: encodeFieldError('dates_too_many', { limit: maxClosures }) })),
  /** The number of Fridays to post, counted from today. */
  weeksAhead: wholeNumber('weeksAhead', 1, maxWeeksAhead),
}

/** A saved weekly plan of a masjid. */
export const savedPlan = z.object({
  services: z.array(
    z.object({
      key: z.number(),
      time: z.nullable(z.string()),
      minutesAfterDhuhr: z.nullable(z.number()),
      season: z.nullable(z.object({ firstDay: z.string(), lastDay: z.string() })),
      language: z.nullable(language),
    }),
  ),
  closures: z.array(z.string()),
  weeksAhead: z.number(),
})

const start = { date: z.string(), time: z.string() }
const slot = { slotId: z.string(), ...start }

/** The consequences of saving a weekly plan. */
const preview = z.object({
  /** The starts of the slots that are posted when the plan is saved. */
  posts: z.array(z.object(start)),
  /** The slots of the plan that move. `asksAgain` is the name of the khateeb who is asked to confirm the new start, or null. */
  moves: z.array(z.object({ ...slot, toTime: z.string(), asksAgain: z.nullable(z.string()) })),
  /**
   * The slots of the plan that stay although their service has a new time. The new time is past or skipped by the clocks, or it already has
   * a slot, or the khateeb is booked then.
   */
  staysAnyway: z.array(z.object({ ...slot, toTime: z.string() })),
  /** The open slots of the plan that are removed. */
  removes: z.array(z.object(slot)),
  /** The slots that have no service in the plan any more, but stay because they have a khateeb, pending invites or pending requests. */
  keeps: z.array(z.object(slot)),
  /**
   * The slots of the plan that get the new language of their service. `tells` is the name of the confirmed khateeb, who gets a letter; null
   * for a slot without a khateeb.
   */
  describes: z.array(z.object({ ...slot, tells: z.nullable(z.string()) })),
  /** The number of the masjid's invites and requests that close, because their khateeb would have to be in two places at once. */
  closes: z.number(),
  /**
   * The slots that members have posted, moved or described, on Fridays whose services the plan changes. Saving the plan does not change
   * these slots. The list leaves out slots at the time of a service.
   */
  leaves: z.array(z.object(slot)),
  /** For each service that takes place on one of the next 13 Fridays: its time, HH:MM, on the first of these Fridays. */
  nextTimes: z.array(z.object({ key: z.number(), time: z.string() })),
  /** The next 13 Fridays, with their times after the plan is saved, earliest first. */
  fridays: z.array(
    z.object({
      date: z.string(),
      /** The slots of the date, and the services without a slot. */
      times: z.array(
        z.object({
          /** HH:MM. */
          time: z.string(),
          /**
           * For a slot that exists:
           * - `posted`: the plan has posted it
           * - `by_hand`: a member posted, moved or described it, so the plan leaves it unchanged
           * - `moves`, `keeps`, `stays_anyway`: as in the lists above
           * For a service without a slot:
           * - `posts`: saving the plan posts the slot
           * - `later`: the plan posts the slot when its week comes
           * - `canceled`: a member removed the slot
           * - `moved_away`: a member moved the slot to another date
           * - `not_posted`: the time is past or skipped by the clocks, or the date is full
           */
          state: z.enum([
            'posts',
            'later',
            'posted',
            'moves',
            'keeps',
            'stays_anyway',
            'by_hand',
            'canceled',
            'moved_away',
            'not_posted',
          ]),
        }),
      ),
    }),
  ),
})

/** Returns a masjid's weekly plan, or a suggested one, and the consequences of saving it now. */
export const getPlan = endpoint('GET', '/masjids/{uid}/plan', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  output: z.object({
    /**
     * The saved plan. If there is none, a suggestion with the times of the masjid's last posted Friday. If the masjid has posted no Friday,
     * the suggestion has the time 13:30.
     */
    plan: savedPlan,
    isSaved: z.boolean(),
    /** Today on the masjid's calendar. */
    today: z.string(),
    preview,
  }),
})

const planToSave = z.object({
  masjidUid: ownUid('masjidUid'),
  ...planFields,
  /**
   * The saved plan on the caller's screen; null if the masjid had none. If the masjid has another plan or no plan now, the call fails, so
   * that a save doesn't undo a colleague's changes. Without `seenPlan`, a save replaces any plan.
   */
  seenPlan: z.optional(z.nullable(z.object(planFields))),
})

/**
 * Returns the consequences of saving this plan now. Fails if a save would fail because of `seenPlan`. Only reads, although it is a POST, so
 * it has no limit per account.
 */
export const previewPlan = endpoint('POST', '/preview_plan', {
  access: { masjid: 'masjidUid' },
  needs: 'viewer',
  accountLimit: undefined,
  body: planToSave,
  output: preview,
  failures: ['plan_changed', 'plan_stopped'],
})

/**
 * Saves the weekly plan of a masjid, and posts its slots for the next weeks. Also changes the slots that an earlier plan posted,
 * except those that a member has moved, described or removed. Saves all of it or nothing. Each khateeb concerned gets one letter.
 */
export const savePlan = endpoint('POST', '/save_plan', {
  access: { masjid: 'masjidUid' },
  body: planToSave,
  output: z.object({ changed: z.boolean(), posted: z.number(), moved: z.number(), removed: z.number() }),
  failures: ['slot_moved_too_often', 'plan_changed', 'plan_stopped'],
})

/** Deletes the weekly plan. The slots that the plan posted stay. */
export const stopPlan = endpoint('POST', '/stop_plan', {
  access: { masjid: 'masjidUid' },
  body: z.object({ masjidUid: ownUid('masjidUid') }),
  output: z.object({ changed: z.boolean() }),
})
