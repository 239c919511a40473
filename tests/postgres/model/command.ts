import type { AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { expireProposals } from '../../../server/proposals/expire-proposals.ts'
import { slotSeenBy } from '../../runtime/slots.ts'
import type { Answer, Call, CallTo } from './calls.ts'
import type { GeneratedAction } from './generated-actions.ts'
import type { History, Slot } from './history.ts'
import type { ExpectedResult, Rules } from './rules.ts'
import { performCall, type SystemUnderTest } from './system-under-test.ts'
import { expectedState, visibleState } from './visible-state.ts'

/** Milliseconds between two calls, so that each has its own time. */
const pause = 1_000

/** A fast-check command: runs an action on the model and on the product, and expects the same visible state. */
export function commandOf({ description, choose }: GeneratedAction): AsyncCommand<Rules, SystemUnderTest> {
  return {
    check: () => true,
    toString: () => description,
    async run(rules, system) {
      const { history } = rules
      const action = choose(history, system.participants)
      if (action.kind === 'wait') await moveClock(history, system, Math.max(history.now, action.until))
      if (action.kind === 'expire') await expireProposals(system.app.database)
      if (action.kind === 'call') await expectSameAnswer(rules, system, action.call)
      expect(await visibleState(system, history.now), `after ${JSON.stringify(action)}`).toEqual(
        expectedState(history, system.participants),
      )
      if (action.kind === 'call') await moveClock(history, system, history.now + pause)
    },
  }
}

async function moveClock(history: History, { app }: SystemUnderTest, now: number): Promise<void> {
  history.now = now
  await app.setNow(new Date(now).toISOString())
}

/** Makes a call on the model and on the product, and expects the same answer. */
export async function expectSameAnswer(rules: Rules, system: SystemUnderTest, call: Call): Promise<void> {
  const expected = rules.apply(call)
  const answer = await performCall(system, call)
  learnRequest(expected, answer)
  learnSlots(rules.history, call, answer)
  expect(answer, `the answer to ${JSON.stringify(call)}`).toEqual(withIds(expected, rules.history, call))
  await learnAssignment(rules.history, system)
}

/** Records the id that the product chose for a new proposal. Later answers must repeat it. */
function learnRequest({ proposal }: ExpectedResult, answer: Answer): void {
  if (proposal === undefined || proposal.requestId !== null || !('body' in answer)) return
  proposal.requestId = String(answer.body['requestId'])
}

async function learnAssignment({ assignments }: History, { participants }: SystemUnderTest): Promise<void> {
  const made = assignments.find((it) => it.assignmentId === null)
  const masjid = participants.masjids.find((it) => it.uid === made?.slot.masjidUid)
  if (made !== undefined && masjid !== undefined)
    made.assignmentId = (await slotSeenBy(masjid, made.slot)).assignmentId
}

const answeredSlots = z.array(z.object({ slotId: z.string(), time: z.string() }))

function learnSlots(history: History, call: Call, answer: Answer): void {
  if (call.name !== 'add_khutbah' || !('body' in answer)) return
  const ids = new Map(z.parse(answeredSlots, answer.body['slots']).map((it) => [it.time, it.slotId]))
  for (const slot of slotsOf(history, call)) slot.slotId ??= ids.get(slot.khutbahTime) ?? null
}

/** The slots at the times that a masjid posted. */
function slotsOf(history: History, { masjidUid, date: khutbahDate, times }: CallTo<'add_khutbah'>): Slot[] {
  return [...new Set(times)]
    .toSorted()
    .flatMap((khutbahTime) => history.slotNamed({ slotId: null, masjidUid, khutbahDate, khutbahTime }) ?? [])
}

function withIds({ answer, proposal }: ExpectedResult, history: History, call: Call): Answer {
  if (!('body' in answer)) return answer
  const { body } = answer
  const slots =
    call.name === 'add_khutbah' &&
    slotsOf(history, call).map(({ slotId, khutbahDate: date, khutbahTime: time }) => {
      const added = z.parse(z.array(z.string()), body['added'])
      return { slotId, date, time, isNew: added.includes(time) }
    })
  const ids = { ...(proposal && { requestId: proposal.requestId }), ...(slots && { slots }) }
  return { status: 200, body: { ...body, ...ids } }
}
