import * as z from 'zod/mini'
import { language } from './availability-schemas.ts'
import { endpoint } from './endpoint.ts'
import { encodeFieldError } from './field-error-encoding.ts'
import { calendarDate, listOf, ownUid, timeOfDay, wholeNumber } from './fields.ts'
import { maxClosures, maxMinutesAfterDhuhr, maxServices, maxWeeksAhead } from './plan-choices.ts'

const dayOfYear = z.string({ error: encodeFieldError('day_not_valid') }).check(
  z.regex(
    /^(0[13578]-(0[1-9]|[12]\d|3[01])|1[02]-(0[1-9]|[12]\d|3[01])|(0[469]|11)-(0[1-9]|[12]\d|30)|02-(0[1-9]|[12]\d))$/,
    {
      error: encodeFieldError('day_not_valid'),
    },
  ),
)

/** Exactly one of `time` and `minutesAfterDhuhr` is set. */
const service = z.object({
  /** Its number, which stays when the service changes: so the slots that the plan has posted move along. */
  key: wholeNumber('key', 1, 999),
  time: z.nullable(timeOfDay),
  /** The sum is rounded up to 5 minutes. */
  minutesAfterDhuhr: z.nullable(wholeNumber('minutesAfterDhuhr', 0, maxMinutesAfterDhuhr)),
  /** Only in these days, MM-DD, of each year, both included; it may cross the new year. Null for the whole year. */
  season: z.nullable(z.object({ firstDay: dayOfYear, lastDay: dayOfYear })),
  /** The language of the khutbah; null for any. Slots that the plan has posted follow it. */
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
  /** Dates, YYYY-MM-DD, without services. Past dates are dropped. */
  closures: z
    .array(calendarDate)
    .check(z.maxLength(maxClosures, { error: encodeFieldError('dates_too_many', { limit: maxClosures }) })),
  /** How many Fridays are posted, counted from today. */
  weeksAhead: wholeNumber('weeksAhead', 1, maxWeeksAhead),
}

/** A plan as it was saved. */
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

/** What saving a plan would do. */
const preview = z.object({
  /** Starts of the slots that are posted now. */
  posts: z.array(z.object(start)),
  /** Slots of the plan that move. `asksAgain`: the name of the khateeb who is asked to confirm again; null if nobody is. */
  moves: z.array(z.object({ ...slot, toTime: z.string(), asksAgain: z.nullable(z.string()) })),
  /** Slots of the plan that should move, but stay, because there is a slot at that time, or the khateeb is booked. */
  staysAnyway: z.array(z.object({ ...slot, toTime: z.string() })),
  /** Open slots of the plan that are removed. */
  removes: z.array(z.object(slot)),
  /** Slots without a service in the plan, which stay because they have a khateeb or proposals. */
  keeps: z.array(z.object(slot)),
  /** Slots of the plan that get the new language of their service. `tells`: the name of the khateeb who is told; null without a khateeb. */
  describes: z.array(z.object({ ...slot, tells: z.nullable(z.string()) })),
  /** How many of the masjid's invites and requests close, because their khateeb would have to be in two places at once. */
  closes: z.number(),
  /** The next 13 Fridays, with the starts of the plan's services. */
  fridays: z.array(
    z.object({
      date: z.string(),
      services: z.array(
        z.object({
          key: z.number(),
          /** HH:MM. */
          time: z.string(),
          /**
           * `posts` with the save; `later`, when its week comes; `posted` already; `moves`, `stays_anyway`: see above; `by_hand`: a member
           * posted, moved, described or removed this slot, so the plan leaves it alone; `not_posted`: the time is past, the date is full, or another
           * service of the plan begins then.
           */
          state: z.enum(['posts', 'later', 'posted', 'moves', 'stays_anyway', 'by_hand', 'not_posted']),
        }),
      ),
    }),
  ),
})

/** A masjid's plan, or one to start from, and what saving it would do now. */
export const getPlan = endpoint('GET', '/masjids/{uid}/plan', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  output: z.object({
    /** Without a saved plan: the times of the masjid's last Friday. */
    plan: savedPlan,
    isSaved: z.boolean(),
    /** Today on the masjid's calendar. */
    today: z.string(),
    preview,
  }),
})

const planOfCaller = z.object({ masjidUid: ownUid('masjidUid'), ...planFields })

/** What saving this plan would do now. Changes nothing. */
export const previewPlan = endpoint('POST', '/preview_plan', {
  access: { masjid: 'masjidUid' },
  needs: 'viewer',
  accountLimit: undefined,
  body: planOfCaller,
  output: preview,
})

/**
 * Saves the plan of a masjid, and posts what is due. Slots that an earlier plan posted follow the change, unless a member has moved,
 * described or removed them. All or nothing; each khateeb concerned gets one letter.
 */
export const savePlan = endpoint('POST', '/save_plan', {
  access: { masjid: 'masjidUid' },
  body: planOfCaller,
  output: z.object({ changed: z.boolean(), posted: z.number(), moved: z.number(), removed: z.number() }),
  failures: ['slot_moved_too_often'],
})

/** Ends the plan. Its slots stay. */
export const stopPlan = endpoint('POST', '/stop_plan', {
  access: { masjid: 'masjidUid' },
  body: z.object({ masjidUid: ownUid('masjidUid') }),
  output: z.object({ changed: z.boolean() }),
})
