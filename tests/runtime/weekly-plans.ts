import type { RawInputOf } from '../../contract/endpoint.ts'
import { previewPlan, savePlan } from '../../contract/plans.ts'
import { fridaysFrom } from '../../domain/khutbahs/plan.ts'
import type { TestApp } from './app.ts'
import type { TestAccount } from './people.ts'

/** A weekly plan, as a masjid sends it. */
export type SentPlan = Omit<RawInputOf<typeof savePlan>, 'masjidUid'>

/** A Monday, before the clocks change on March 14. */
export const monday = '2027-03-01'

/** The eight Fridays after `monday`. */
export const fridays = fridaysFrom(monday, 8)
export const [firstFriday = '', secondFriday = '', thirdFriday = ''] = fridays

/** Deletes all weekly plans, and stops the clock on `monday`. */
export async function resetPlansAndClock({
  database,
  setNow,
}: Pick<TestApp, 'database' | 'setNow'>): Promise<void> {
  await setNow(`${monday}T15:00:00Z`)
  await database.db.deleteFrom('plans').execute()
}

/** Returns a service of a plan at a fixed time. */
export const serviceAt = (time: string, key = 1) => ({
  key,
  time,
  minutesAfterDhuhr: null,
  season: null,
  language: null,
})

/** Returns a service of a plan at a time that follows the sun. */
export const serviceAfterDhuhr = (minutesAfterDhuhr: number, key = 1) => ({
  key,
  time: null,
  minutesAfterDhuhr,
  season: null,
  language: null,
})

/** Returns a plan for three weeks without closures. */
export const planOf = (services: SentPlan['services'], changes: Partial<SentPlan> = {}): SentPlan => ({
  services,
  closures: [],
  weeksAhead: 3,
  ...changes,
})

export function savePlanOf(masjid: TestAccount, plan: SentPlan) {
  return masjid.client.call(savePlan, { masjidUid: 'me', ...plan })
}

export function previewPlanOf(masjid: TestAccount, plan: SentPlan) {
  return masjid.client.call(previewPlan, { masjidUid: 'me', ...plan })
}
