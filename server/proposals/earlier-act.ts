import { sql } from 'kysely'
import type { EarlierAct } from '../../contract/earlier-act.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { FailureCode } from '../../contract/failures.ts'
import { type Acts, findEarlierAct, tellEarlierAct } from '../audit/earlier-act.ts'
import type { SlotEvent } from '../database/audit-events.ts'
import type { Tx } from '../database/database.ts'
import { type Caller, type Route, type SignedInContext, signedInRoute } from '../http/route.ts'
import type { SlotReference } from './lock-and-load.ts'

/** Blocks are about a khateeb, not about a slot. */
const blockEvents = ['account_blocked', 'account_unblocked'] as const

/** An event that can explain why a call changed nothing. Acts of khateebs hide older acts of the masjid, which don't explain it. */
type Explanation = SlotEvent | (typeof blockEvents)[number]

const acceptances = ['request_accepted', 'invite_accepted'] as const

/** The events that explain a refusal. The newest one tells. */
const explanations: Partial<Record<FailureCode, readonly Explanation[]>> = {
  slot_taken: acceptances,
  assignment_changed: acceptances,
  proposal_accepted: [...acceptances, 'khateeb_removed', 'khateeb_withdrew', 'slot_removed'],
  proposal_rejected: ['request_rejected', 'invite_rejected'],
  proposal_revoked: ['request_revoked', 'invite_revoked'],
  proposal_closed: ['slot_removed', 'request_accepted'],
  you_blocked: ['account_blocked'],
  not_found: ['slot_removed', 'slot_moved'],
  start_changed: ['slot_moved'],
}

/** Refusals because of what happened to the slot, whoever the khateeb was. */
const concernsAnyKhateeb: readonly string[] = ['slot_taken', 'assignment_changed', 'proposal_closed']

type MasjidCall = SlotReference & {
  readonly khateebUid?: string
  readonly requesterId?: string
  readonly requestId?: string | null | undefined
}

/**
 * Routes a change by a masjid that tells which colleague was faster: see `tellEarlierAct`.
 * @param repeated the events after which the call changes nothing; none if it doesn't say who made it so
 */
export function masjidChangeRoute<
  Sent,
  Input extends MasjidCall,
  Output extends { readonly changed: boolean },
>(
  endpoint: Endpoint<Sent, Input, Output & { readonly by?: EarlierAct | undefined }>,
  change: (tx: Tx, input: Input, caller: Caller) => Promise<Output>,
  repeated: readonly Explanation[],
): Route {
  return signedInRoute(endpoint, (context, input) => runMasjidChange(context, input, change, repeated))
}

/** Runs a change by a masjid: see `masjidChangeRoute`. If it is about several khateebs or slots, a refusal names those that it is about. */
export function runMasjidChange<Input extends MasjidCall, Output extends { readonly changed: boolean }>(
  { caller, database, transact }: SignedInContext,
  input: Input,
  change: (tx: Tx, input: Input, caller: Caller) => Promise<Output>,
  repeated: readonly Explanation[],
): Promise<Output & { readonly by?: EarlierAct | undefined }> {
  const find = (call: MasjidCall, events: readonly Explanation[], why?: FailureCode) => {
    const khateebUid = call.khateebUid ?? call.requesterId ?? null
    const concerns = (acts: Acts) => actsOn(acts, call, khateebUid, why)
    return findEarlierAct(database.reader, caller, { events, concerns, khateebUid })
  }
  return tellEarlierAct<Output>(() => transact((tx) => change(tx, input, caller)), {
    refused: ({ code, details: { about } }) => {
      const events = explanations[code]
      return events && find({ ...input, ...about }, events, code)
    },
    answered: ({ changed }) => (changed || repeated.length === 0 ? undefined : find(input, repeated)),
  })
}

/** The events about the slot and the khateeb of a call. */
function actsOn(acts: Acts, call: MasjidCall, khateebUid: string | null, why?: FailureCode): Acts {
  const { slotId = null, khutbahDate = null, khutbahTime = null, requestId = null } = call
  const anyKhateeb = khateebUid === null || (why !== undefined && concernsAnyKhateeb.includes(why))
  return (
    acts
      .where((eb) =>
        eb.or([
          // None, in a call about blocks: nothing equals null.
          slotId === null
            ? // Where it is, or was before it moved.
              eb.or([
                eb('s.date', '=', khutbahDate).and('s.time', '=', khutbahTime),
                eb('e.moved_from', '=', sql<Date>`${khutbahDate}::date + ${khutbahTime}::time`),
              ])
            : eb('e.slot_id', '=', slotId),
          // The khateeb's own block of the masjid is another one.
          eb('e.event', 'in', blockEvents).and('e.by_role', '=', 'masjid'),
        ]),
      )
      .$if(!anyKhateeb, (query) =>
        query.where((eb) => eb('e.khateeb_uid', 'is', null).or('e.khateeb_uid', '=', khateebUid)),
      )
      .$if(requestId !== null && !anyKhateeb, (query) =>
        query.where((eb) => eb('e.proposal_id', 'is', null).or('e.proposal_id', '=', requestId)),
      )
      // A proposal may have closed for another reason, as the khateeb's booking elsewhere: so the same transaction must have closed it.
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
