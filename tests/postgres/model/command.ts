import type { AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { expireProposals } from '../../../server/proposals/expire-proposals.ts'
import { slotSeenBy } from '../../runtime/slots.ts'
import type { Call, CallResult } from './calls.ts'
import type { ExpectedResult } from './expected-result.ts'
import type { GeneratedAction } from './generated-actions.ts'
import type { History } from './history.ts'
import type { Rules } from './rules.ts'
import { performCall, type SystemUnderTest } from './system-under-test.ts'
import { expectedState, visibleState } from './visible-state.ts'

/** Milliseconds between two calls, so that each call has a different time. */
const callInterval = 1_000

/** Returns a fast-check command that runs an action on the model and on the product, and expects the same visible state. */
export function commandOf({ description, choose }: GeneratedAction): AsyncCommand<Rules, SystemUnderTest> {
  return {
    check: () => true,
    toString: () => description,
    async run(rules, system) {
      const { history } = rules
      const action = choose(history, system.participants)
      if (action.kind === 'wait') await moveClock(history, system, Math.max(history.now, action.until))
      if (action.kind === 'expire') await expireProposals(system.app.database)
      if (action.kind === 'call') await expectSameResult(rules, system, action.call)
      expect(await visibleState(system, history.now), `after ${JSON.stringify(action)}`).toEqual(
        expectedState(history, system.participants),
      )
      if (action.kind === 'call') await moveClock(history, system, history.now + callInterval)
    },
  }
}

async function moveClock(history: History, { app }: SystemUnderTest, now: number): Promise<void> {
  history.now = now
  await app.setNow(new Date(now).toISOString())
}

/** Makes a call on the model and on the product, and expects the same result. */
export async function expectSameResult(rules: Rules, system: SystemUnderTest, call: Call): Promise<void> {
  const expected = rules.apply(call)
  const result = await performCall(system, call)
  learnSlots(expected, result)
  await learnRequests(rules.history, system)
  expect(result, `the result of ${JSON.stringify(call)}`).toEqual(withIds(expected))
  await learnAssignment(rules.history, system)
}

/** Records the ids that the product chose for new proposals. Later responses must contain the same ids. */
async function learnRequests({ proposals }: History, { app }: SystemUnderTest): Promise<void> {
  const made = proposals.filter((it) => it.requestId === null)
  if (made.length === 0) return
  const rows = await app.database.db
    .selectFrom('proposals')
    .where('state', '=', 'pending')
    .select(['id', 'slot_id', 'khateeb_uid'])
    .execute()
  for (const it of made)
    it.requestId =
      rows.find((row) => row.slot_id === it.slot.slotId && row.khateeb_uid === it.khateebUid)?.id ?? null
}

async function learnAssignment({ assignments }: History, { participants }: SystemUnderTest): Promise<void> {
  const made = assignments.find((it) => it.assignmentId === null)
  const masjid = participants.masjids.find((it) => it.uid === made?.slot.masjidUid)
  if (made !== undefined && masjid !== undefined)
    made.assignmentId = (await slotSeenBy(masjid, made.slot)).assignmentId
}

const returnedSlots = z.array(z.object({ slotId: z.string(), date: z.string(), time: z.string() }))

/** Records the ids that the product chose for new slots. */
function learnSlots({ posted = [] }: ExpectedResult, result: CallResult): void {
  if (posted.length === 0 || !('body' in result)) return
  const ids = new Map(
    z.parse(returnedSlots, result.body['slots']).map((it) => [`${it.date} ${it.time}`, it.slotId]),
  )
  for (const { slot } of posted) slot.slotId ??= ids.get(`${slot.khutbahDate} ${slot.khutbahTime}`) ?? null
}

function withIds({ result, proposal, posted }: ExpectedResult): CallResult {
  if (!('body' in result)) return result
  const slots = posted?.map(({ slot: { slotId, khutbahDate: date, khutbahTime: time }, isNew }) => {
    return { slotId, date, time, isNew }
  })
  const ids = { ...(proposal && { requestId: proposal.requestId }), ...(slots && { slots }) }
  return { status: 200, body: { ...result.body, ...ids } }
}
