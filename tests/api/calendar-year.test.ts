import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expireProposals } from '../../server/proposals/expire-proposals.ts'
import { clientOf, startApp } from '../runtime/app.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import type { ReadEvent } from '../runtime/read-calendar.ts'
import { openTestSession } from '../runtime/session.ts'
import { type Act, actGenerator, parties, performAct } from './calendar-year/acts.ts'
import { eventsOfKhateeb, eventsOfMasjid, eventsOfSchedule } from './calendar-year/expected-events.ts'
import { MailCalendars } from './calendar-year/mail-calendars.ts'
import { SubscribedCalendar } from './calendar-year/subscribed-calendar.ts'
import type { Party, World } from './calendar-year/world.ts'

/** fast-check prints the seed and the path of a failed run. To repeat the run, set SEED and RUN_PATH in the environment. */
const { SEED, RUN_PATH, RUNS } = process.env

const app = await startApp()

const day = 24 * 60 * 60 * 1_000

test('in a simulated year, calendars show the same khutbahs as the API’s lists after each random act', async () => {
  expect.hasAssertions()
  const year = fc.array(actGenerator, { minLength: 60, maxLength: 60 })
  await fc.assert(fc.asyncProperty(year, performAndCheck), {
    numRuns: Number(RUNS ?? 2),
    // Don't shrink a failed run, because shrinking takes too long. The failure already shows the act after which a calendar is wrong.
    endOnFailure: true,
    ...(SEED !== undefined && { seed: Number(SEED) }),
    ...(RUN_PATH !== undefined && { path: RUN_PATH }),
  })
})

async function performAndCheck(acts: readonly Act[]): Promise<void> {
  await app.setNow(null)
  const world = await createWorld()
  const calendars: Subscription[] = []
  for (const party of parties(world)) {
    const calendar = await SubscribedCalendar.subscribe(app.baseUrl, party)
    calendars.push({ party, calendar, confirmed: new Set() })
  }
  const schedules: { readonly masjid: Party; readonly calendar: SubscribedCalendar }[] = []
  for (const masjid of world.masjids)
    schedules.push({ masjid, calendar: await SubscribedCalendar.publish(app.baseUrl, masjid) })
  const mailCalendars = new MailCalendars(await newDataFolder())
  let actsSinceLetters: Act[] = []
  for (const [number, act] of acts.entries()) {
    world.now = new Date(world.now.getTime() + act.days * day)
    await app.setNow(world.now.toISOString())
    await expireProposals(app.database)
    await performAct(world, act)
    const when = `act ${number}: ${JSON.stringify(act)}`
    for (const it of calendars) await expectCalendarMatchesLists(world, it, when)
    actsSinceLetters.push(act)
    if (!act.lettersWait) {
      await mailCalendars.deliver(app.database)
      for (const it of calendars)
        expectNoOutdatedEvents(world, it, mailCalendars.eventsOf(it.party.email), actsSinceLetters, when)
      actsSinceLetters = []
    }
    for (const { masjid, calendar } of schedules)
      await expectScheduleMatchesDetails(world, masjid, calendar, when)
  }
}

interface Subscription {
  readonly party: Party
  readonly calendar: SubscribedCalendar
  /** The UIDs of the events that the calendar has shown as confirmed. */
  readonly confirmed: Set<string>
}

/** Compares a calendar with the lists of its party. Expects that the calendar shows ended assignments as canceled. */
async function expectCalendarMatchesLists(
  { now }: World,
  { party, calendar, confirmed }: Subscription,
  when: string,
): Promise<void> {
  const isFound = await calendar.refresh()
  expect(isFound, `after ${when}`).toBe(!party.deleted && !party.suspended)
  if (!isFound) return
  const monthAgo = new Date(now.getTime() - 30 * day)
  const events = await (party.role === 'khateeb'
    ? eventsOfKhateeb(party)
    : eventsOfMasjid(party, app.database))
  const expected = events.filter(({ startsAt }) => startsAt > monthAgo).toSorted(byUid)
  const current = calendar.shown.filter(({ status }) => status !== 'CANCELLED').toSorted(byUid)
  expect(
    current.map(({ uid, startsAt, title, status, location }, index) => {
      // The expected event of a past khutbah has only a UID and a start.
      const isPast = expected[index]?.status === undefined
      return isPast ? { uid, startsAt } : { uid, startsAt, title, status, location }
    }),
    `after ${when}`,
  ).toEqual(expected)
  for (const { uid, status } of expected) if (status === 'CONFIRMED') confirmed.add(uid)
  // A calendar drops an event 30 days after the start of its slot. The event may have another start, because the slot can move after the
  // assignment has ended.
  const slots = app.database.db.selectFrom('slots').where('starts_at', '>', monthAgo).select('id')
  const recentIds = (await slots.execute()).map(({ id }) => id)
  const dropped = [...confirmed].filter((uid) => !calendar.shown.some((it) => it.uid === uid))
  expect(
    dropped.filter((uid) => recentIds.some((id) => uid.startsWith(id))),
    `after ${when}`,
  ).toEqual([])
}

/**
 * Expects that the events in letters are not outdated: they have the state and the start that the subscribed calendar shows. Exception: a
 * masjid gets no letter about its own change of time zone. So after such a change, the last letter may have an old start of an event that
 * the calendar still shows. The test drops this event.
 * @param acts the acts since letters were last sent
 */
function expectNoOutdatedEvents(
  { now }: World,
  { party, calendar }: Subscription,
  events: Map<string, ReadEvent>,
  acts: readonly Act[],
  when: string,
): void {
  if (party.suspended) return
  // The last letter to a deleted account cancels all its events.
  const current = new Map(party.deleted ? [] : calendar.shown.map((it) => [it.uid, it]))
  const isLost = ({ uid }: ReadEvent) => (current.get(uid)?.status ?? 'CANCELLED') === 'CANCELLED'
  const outdated = [...events.values()].filter(({ uid, status, startsAt }) => {
    const it = current.get(uid)
    const isCurrent = it?.status === status && it.startsAt.getTime() === startsAt.getTime()
    return status !== 'CANCELLED' && startsAt > now && !isCurrent
  })
  const isOwnMove = party.role === 'masjid' && acts.some(({ kind }) => kind === 'moveMasjid')
  const wrong = isOwnMove ? outdated.filter(isLost) : outdated
  expect(wrong, `in letters to the ${party.role} after ${when}`).toEqual([])
  for (const { uid } of outdated) events.delete(uid)
}

/** Compares the calendar of a public schedule with the masjid details that signed-out visitors can read. */
async function expectScheduleMatchesDetails(
  { now }: World,
  masjid: Party,
  calendar: SubscribedCalendar,
  when: string,
): Promise<void> {
  const isFound = await calendar.refresh()
  expect(isFound, `the schedule after ${when}`).toBe(!masjid.deleted && !masjid.suspended)
  if (!isFound) return
  const shown = calendar.shown
    .filter(({ status }) => status !== 'CANCELLED')
    .map(({ startsAt, title, status, location }) => ({ startsAt, title, status, location }))
  const expected = await eventsOfSchedule(app.client(), masjid, now)
  expect(shown.toSorted(byStart), `the schedule after ${when}`).toEqual(expected.toSorted(byStart))
}

const byStart = (a: { readonly startsAt: Date }, b: { readonly startsAt: Date }) =>
  a.startsAt.getTime() - b.startsAt.getTime()

const byUid = (a: { readonly uid: string }, b: { readonly uid: string }) => (a.uid < b.uid ? -1 : 1)

async function createWorld(): Promise<World> {
  const { baseUrl } = app
  const party = async (role: Party['role'], signUp: Promise<TestAccount>): Promise<Party> => {
    const account = await signUp
    const token = await openTestSession(app.database, account.uid)
    return { ...account, role, token, client: clientOf(baseUrl, token), suspended: false, deleted: false }
  }
  return {
    app,
    masjids: [
      await party('masjid', newMasjid(baseUrl)),
      await party('masjid', newMasjid(baseUrl, { zipCode: '60601' })),
    ],
    khateebs: [
      await party('khateeb', newKhateeb(baseUrl)),
      await party('khateeb', newKhateeb(baseUrl)),
      await party('khateeb', newKhateeb(baseUrl)),
    ],
    now: new Date('2027-01-04T15:00:00Z'),
  }
}
