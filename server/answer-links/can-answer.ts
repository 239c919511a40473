import { type RawBuilder, sql } from 'kysely'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { databaseNowPerStatement } from '../sql-fragments/upcoming.ts'

/**
 * SQL condition: the member may answer for the party that a proposal asks, and there is something to answer: the proposal is pending, or its
 * khateeb is asked to confirm the slot again.
 * @param membership table alias of the member's row
 * @param proposal table alias of the proposal's row
 * @param slot table alias of its slot's row
 */
export function canAnswer(membership: string, proposal: string, slot: string): RawBuilder<boolean> {
  const isPending = sql`${of(proposal, 'state')} = 'pending'`
  return sql<boolean>`(
    ${of(membership, 'role')} <> 'viewer'
    and ${of(slot, 'removed_at')} is null and ${of(slot, 'starts_at')} >= ${databaseNowPerStatement}
    and case
      when ${isPending} and ${of(proposal, 'direction')} = 'request'
        then ${of(membership, 'party_uid')} = ${of(proposal, 'masjid_uid')}
      else ${of(membership, 'party_uid')} = ${of(proposal, 'khateeb_uid')} and (${isPending} or ${isAskedAgain(proposal)}) end)`
}

const of = (alias: string, column: string) => sql.ref(`${alias}.${column}`)

/**
 * SQL condition: the khateeb of a proposal is confirmed, and is asked to confirm the slot's start again.
 * @param proposal table alias of the proposal's row
 */
function isAskedAgain(proposal: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from assignments asked
    where asked.proposal_id = ${of(proposal, 'id')} and asked.ended_at is null and ${isAwaitingReconfirmation('asked')})`
}
