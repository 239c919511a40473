import type { AsyncCommand } from 'fast-check'
import { expect } from 'vitest'
import { expireProposals } from '../../../server/proposals/expire.ts'
import { seen } from '../../runtime/slots.ts'
import type { Drawn } from './acts.ts'
import type { Answer, Call } from './calls.ts'
import type { History } from './history.ts'
import { make, type Reality } from './reality.ts'
import type { Rules, Ruling } from './rules.ts'
import { due, shown } from './views.ts'

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

async function agree(rules: Rules, reality: Reality, call: Call): Promise<void> {
  const ruling = rules.judge(call)
  const answer = await make(reality, call)
  learnRequest(ruling, answer)
  expect(answer, `the answer to ${JSON.stringify(call)}`).toEqual(withId(ruling))
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
    made.assignmentId = (await seen(masjid, made.slot)).assignmentId
}

function withId({ answer, proposal }: Ruling): Answer {
  if (proposal === undefined || !('body' in answer)) return answer
  return { status: 200, body: { ...answer.body, requestId: proposal.requestId } }
}
