import type { AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { expireProposals } from '../../../server/proposals/expire-proposals.ts'
import { slotSeenBy } from '../../runtime/slots.ts'
import type { Drawn } from './generated-actions.ts'
import type { Answer, Call } from './calls.ts'
import type { History, Slot } from './history.ts'
import { make, type Reality } from './system-under-test.ts'
import type { Rules, Ruling } from './rules.ts'
import { due, shown } from './visible-state.ts'

/** Milliseconds between two acts: two never have the same moment. */
const pause = 1_000

/** An act as fast-check runs it: by the rules and on the product, which have to agree on all that can be seen. */
export function commandOf({ says, choose }: Drawn): AsyncCommand<Rules, Reality> {
  return {
    check: () => true,
    toString: () => says,
    async run(rules, reality) {
      const { history } = rules
      const act = choose(history, reality.world)
      if (act.kind === 'wait') await moveClock(history, reality, Math.max(history.now, act.until))
      if (act.kind === 'expire') await expireProposals(reality.app.database)
      if (act.kind === 'call') await agree(rules, reality, act.call)
      expect(await shown(reality, history.now), `after ${JSON.stringify(act)}`).toEqual(
        due(history, reality.world),
      )
      if (act.kind === 'call') await moveClock(history, reality, history.now + pause)
    },
  }
}

async function moveClock(history: History, { app }: Reality, now: number): Promise<void> {
  history.now = now
  await app.setNow(new Date(now).toISOString())
}

/** Makes a call by the rules and on the product, which have to give the same answer. */
export async function agree(rules: Rules, reality: Reality, call: Call): Promise<void> {
  const ruling = rules.judge(call)
  const answer = await make(reality, call)
  learnRequest(ruling, answer)
  learnSlots(rules.history, call, answer)
  expect(answer, `the answer to ${JSON.stringify(call)}`).toEqual(withIds(ruling, rules.history, call))
  await learnAssignment(rules.history, reality)
}

/** Ids are the product's own to choose, once; from then on it must stay with them. */
function learnRequest({ proposal }: Ruling, answer: Answer): void {
  if (proposal === undefined || proposal.requestId !== null || !('body' in answer)) return
  proposal.requestId = String(answer.body['requestId'])
}

async function learnAssignment({ assignments }: History, { world }: Reality): Promise<void> {
  const made = assignments.find((it) => it.assignmentId === null)
  const masjid = world.masjids.find((it) => it.uid === made?.slot.masjidUid)
  if (made !== undefined && masjid !== undefined)
    made.assignmentId = (await slotSeenBy(masjid, made.slot)).assignmentId
}

const answeredSlots = z.array(z.object({ slotId: z.string(), time: z.string() }))

function learnSlots(history: History, call: Call, answer: Answer): void {
  if (call.name !== 'add_khutbah' || !('body' in answer)) return
  const ids = new Map(z.parse(answeredSlots, answer.body['slots']).map((it) => [it.time, it.slotId]))
  for (const slot of slotsOf(history, call)) slot.slotId ??= ids.get(slot.khutbahTime) ?? null
}

/** The slots that stand at the times that a masjid posts. */
function slotsOf(
  history: History,
  { masjidUid, date: khutbahDate, times }: Extract<Call, { name: 'add_khutbah' }>,
): Slot[] {
  return [...new Set(times)].toSorted().flatMap((khutbahTime) => {
    return history.slotNamed({ slotId: null, masjidUid, khutbahDate, khutbahTime }) ?? []
  })
}

function withIds({ answer, proposal }: Ruling, history: History, call: Call): Answer {
  if (!('body' in answer)) return answer
  const slots =
    call.name === 'add_khutbah' &&
    slotsOf(history, call).map(({ slotId, khutbahTime: time }) => ({ slotId, time }))
  return {
    status: 200,
    body: {
      ...answer.body,
      ...(proposal !== undefined && { requestId: proposal.requestId }),
      ...(slots !== false && { slots }),
    },
  }
}
