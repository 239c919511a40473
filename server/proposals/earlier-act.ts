import { sql } from 'kysely'
import { type EarlierAct, earlierActEvent } from '../../contract/earlier-act.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { FailureCode } from '../../contract/failures.ts'
import type { SlotEvent } from '../database/audit-events.ts'
import type { Queryable, Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { type Caller, type Route, signedInRoute } from '../http/route.ts'
import { eventClockColumns, isoInstant } from '../sql-fragments/instants.ts'
import { formerKhateeb, khateebName } from '../sql-fragments/names-and-times.ts'
import { nameForColleagues } from '../sql-fragments/person-name.ts'
import type { SlotReference } from './lock-and-load.ts'

/** An event that can explain why a call changed nothing. Acts of khateebs hide older acts of the masjid, which don't explain it. */
type Explanation = SlotEvent | 'account_blocked'

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
  not_found: ['slot_removed'],
}

/** Refusals because of what happened to the slot, whoever the khateeb was. */
const concernsAnyKhateeb: readonly string[] = ['slot_taken', 'assignment_changed', 'proposal_closed']

type MasjidCall = SlotReference & {
  readonly khateebUid?: string
  readonly requesterId?: string
  readonly requestId?: string | null | undefined
}

/**
 * Routes a change by a masjid. If the call is refused or changes nothing because a member of the masjid was faster, the answer says who,
 * what and when. This is read after the transaction, so that no name is stored under an Idempotency-Key.
 * @param repeated the events after which the call changes nothing
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
  return signedInRoute(endpoint, async ({ caller, database, transact }, input) => {
    const find = (events: readonly Explanation[] | undefined, why?: FailureCode) =>
      events === undefined ? undefined : findEarlierAct(database.reader, caller, input, events, why)
    const outcome = await transact((tx) => change(tx, input, caller)).catch(async (error: unknown) => {
      const by = error instanceof Failure ? await find(explanations[error.code], error.code) : undefined
      throw error instanceof Failure && by !== undefined
        ? new Failure(error.code, { ...error.details, by })
        : error
    })
    const by = outcome.changed ? undefined : await find(repeated)
    return by === undefined ? outcome : { ...outcome, by }
  })
}

/** The newest of these events, if a member of the caller's masjid caused it. */
async function findEarlierAct(
  reader: Queryable,
  { uid, personId }: Caller,
  call: MasjidCall,
  events: readonly Explanation[],
  why?: FailureCode,
): Promise<EarlierAct | undefined> {
  const { slotId, khutbahDate = '', khutbahTime = '', requestId = null } = call
  const khateebUid = call.khateebUid ?? call.requesterId ?? null
  const anyKhateeb = khateebUid === null || (why !== undefined && concernsAnyKhateeb.includes(why))
  const act = await reader
    .selectFrom('audit as e')
    .innerJoin('masjids as m', 'm.uid', 'e.masjid_uid')
    .leftJoin('slots as s', 's.id', 'e.slot_id')
    .leftJoin('people as p', 'p.id', 'e.by_person_id')
    .leftJoin('khateebs as k', 'k.uid', 'e.khateeb_uid')
    .where('e.masjid_uid', '=', uid)
    .where('e.event', 'in', events)
    .where((eb) =>
      eb.or([
        typeof slotId === 'string'
          ? eb('e.slot_id', '=', slotId)
          : eb('s.date', '=', khutbahDate).and('s.time', '=', khutbahTime),
        eb('e.event', '=', 'account_blocked'),
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
    .orderBy('e.id', 'desc')
    .limit(1)
    .select((eb) => [
      'e.event',
      'e.khateeb_uid as khateebUid',
      sql<boolean>`coalesce(e.by_role = 'masjid' and e.by_uid = e.masjid_uid, false)`.as('isByMember'),
      'e.by_person_id as byPersonId',
      nameForColleagues('p', sql`e.masjid_uid`).as('name'),
      khateebName('k').$castTo<string | null>().as('khateeb'),
      isoInstant(eb.ref('e.happened_at')).as('at'),
      ...eventClockColumns(eb.ref('e.happened_at'), eb.ref('m.time_zone')),
    ])
    .executeTakeFirst()
  if (act === undefined || !act.isByMember || !isMembersEvent(act.event)) return undefined
  const isOther = act.event === 'request_accepted' && act.khateebUid !== khateebUid
  return {
    event: act.event,
    name: act.name,
    isCaller: act.byPersonId === personId,
    at: act.at,
    wallClock: { date: act.wallDate, time: act.wallTime, daysAgo: act.daysAgo },
    otherKhateeb: isOther ? (act.khateeb ?? formerKhateeb) : null,
  }
}

function isMembersEvent(event: string): event is EarlierAct['event'] {
  return earlierActEvent.safeParse(event).success
}
