import { sql } from 'kysely'
import type { EarlierAct } from '../../contract/earlier-act.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { FailureCode } from '../../contract/failures.ts'
import { type ActQuery, findEarlierAct, runWithEarlierAct } from '../audit/earlier-act.ts'
import type { SlotEvent } from '../database/audit-events.ts'
import type { Tx } from '../database/database.ts'
import { type Caller, type Route, type SignedInContext, signedInRoute } from '../http/route.ts'
import type { SlotReference } from './lock-and-load.ts'

/** The events about blocks, which concern a khateeb, not a slot. */
const blockEvents = ['account_blocked', 'account_unblocked'] as const

/**
 * An event that can explain to a masjid's member why a call changed nothing. If the newest such event is by a khateeb, the response gives
 * no explanation, because older acts of the masjid no longer explain the state.
 */
type ExplainingEvent = SlotEvent | (typeof blockEvents)[number]

const acceptances = ['request_accepted', 'invite_accepted'] as const

/** For each failure, the events that can explain it. The newest such event is the explanation. */
const explanations: Partial<Record<FailureCode, readonly ExplainingEvent[]>> = {
  slot_taken: acceptances,
  assignment_changed: acceptances,
  assignment_removed: ['khateeb_removed', 'slot_removed'],
  proposal_accepted: [...acceptances, 'khateeb_removed', 'khateeb_withdrew', 'khateeb_left', 'slot_removed'],
  proposal_rejected: ['request_rejected', 'invite_rejected'],
  proposal_revoked: ['request_revoked', 'invite_revoked'],
  proposal_closed: ['slot_removed', 'request_accepted'],
  you_blocked: ['account_blocked'],
  not_found: ['slot_removed', 'slot_moved'],
  // A change of the time zone is no event of `EarlierAct`. If this change is the newest event, there is no explanation.
  start_changed: ['slot_moved', 'slot_zone_changed'],
}

/** Failures that an event on the slot explains, even if the event is about another khateeb than the call. */
const failuresAboutAnyKhateeb: readonly string[] = ['slot_taken', 'assignment_changed', 'proposal_closed']

type MasjidCall = SlotReference & {
  readonly khateebUid?: string
  readonly requesterId?: string
  readonly requestId?: string | null | undefined
}

/**
 * Creates the route of a change by a masjid. If the call fails or changes nothing, the response names the colleague who acted first: see
 * `runWithEarlierAct`.
 * @param repeated the events that explain why the call changes nothing; empty if the response shows no explanation
 */
export function masjidChangeRoute<
  Sent,
  Input extends MasjidCall,
  Output extends { readonly changed: boolean },
>(
  endpoint: Endpoint<Sent, Input, Output & { readonly by?: EarlierAct | undefined }>,
  change: (tx: Tx, input: Input, caller: Caller) => Promise<Output>,
  repeated: readonly ExplainingEvent[],
): Route {
  return signedInRoute(endpoint, (context, input) => runMasjidChange(context, input, change, repeated))
}

/**
 * Runs a change by a masjid, as `masjidChangeRoute` does. In a call about several khateebs or slots, a failure contains the khateeb and the
 * slot that it is about.
 */
export function runMasjidChange<Input extends MasjidCall, Output extends { readonly changed: boolean }>(
  { caller, database, transact }: SignedInContext,
  input: Input,
  change: (tx: Tx, input: Input, caller: Caller) => Promise<Output>,
  repeated: readonly ExplainingEvent[],
): Promise<Output & { readonly by?: EarlierAct | undefined }> {
  const find = (call: MasjidCall, events: readonly ExplainingEvent[], why?: FailureCode) => {
    const khateebUid = call.khateebUid ?? call.requesterId ?? null
    const concerns = (acts: ActQuery) => actsOn(acts, call, khateebUid, why)
    return findEarlierAct(database.db, caller, { events, concerns, khateebUid })
  }
  return runWithEarlierAct<Output>(() => transact((tx) => change(tx, input, caller)), {
    refused: ({ code, details: { about } }) => {
      const events = explanations[code]
      return events && find({ ...input, ...about }, events, code)
    },
    succeeded: ({ changed }) => (changed || repeated.length === 0 ? undefined : find(input, repeated)),
  })
}

/** Narrows events to those about the slot and the khateeb of a call. */
function actsOn(acts: ActQuery, call: MasjidCall, khateebUid: string | null, why?: FailureCode): ActQuery {
  const { slotId = null, khutbahDate = null, khutbahTime = null, requestId = null } = call
  const anyKhateeb = khateebUid === null || (why !== undefined && failuresAboutAnyKhateeb.includes(why))
  const namedStart = sql<Date>`${khutbahDate}::date + ${khutbahTime}::time`
  return (
    acts
      .where((eb) =>
        eb.or([
          // A call about blocks names no slot. For such a call, this condition matches no event, because no value equals null.
          slotId === null
            ? // The current time of the slot, or its time before a move.
              eb.or([
                eb('s.date', '=', khutbahDate).and('s.time', '=', khutbahTime),
                eb('e.moved_from', '=', namedStart),
              ])
            : eb('e.slot_id', '=', slotId),
          // Leaves out blocks by the khateeb.
          eb('e.event', 'in', blockEvents).and('e.by_role', '=', 'masjid'),
        ]),
      )
      .$if(!anyKhateeb, (query) =>
        query.where((eb) => eb('e.khateeb_uid', 'is', null).or('e.khateeb_uid', '=', khateebUid)),
      )
      .$if(requestId !== null && !anyKhateeb, (query) =>
        query.where((eb) => eb('e.proposal_id', 'is', null).or('e.proposal_id', '=', requestId)),
      )
      // A moved slot is still found by its id and by its new time. So the move explains the failure only if the call names the former time.
      .$if(why === 'not_found', (query) =>
        query.where((eb) => eb('e.event', '<>', 'slot_moved').or('e.moved_from', '=', namedStart)),
      )
      // A proposal may have been closed for another reason, for example the khateeb's booking at another masjid. So this event must be from
      // the transaction that closed the proposal.
      .$if(why === 'proposal_closed', (query) =>
        query.where(
          sql<boolean>`exists (
          select from audit closed
          where closed.masjid_uid = e.masjid_uid and closed.slot_id = e.slot_id and closed.khateeb_uid = ${khateebUid}
            and closed.event in ('invite_closed', 'request_closed') and closed.by_person_id = e.by_person_id
            and closed.xmin = e.xmin and (${requestId}::uuid is null or closed.proposal_id = ${requestId}))`,
        ),
      )
  )
}
