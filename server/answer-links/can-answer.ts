import { type RawBuilder, sql } from 'kysely'
import { databaseNowPerStatement } from '../sql-fragments/upcoming.ts'

/**
 * Returns an SQL condition: the proposal has a question for the member’s party, and the member may answer. A question is either a pending
 * proposal, or whether the confirmed khateeb can still come.
 * @param membership table alias of the member’s row
 * @param proposal table alias of the proposal’s row
 * @param slot table alias of the slot’s row
 */
export function canAnswer(membership: string, proposal: string, slot: string): RawBuilder<boolean> {
  const isPending = sql`${of(proposal, 'state')} = 'pending'`
  return sql<boolean>`(
    ${of(membership, 'role')} <> 'viewer'
    and ${of(slot, 'removed_at')} is null and ${of(slot, 'starts_at')} >= ${databaseNowPerStatement}
    and case
      when ${isPending} and ${of(proposal, 'direction')} = 'request'
        then ${of(membership, 'party_uid')} = ${of(proposal, 'masjid_uid')}
      else ${of(membership, 'party_uid')} = ${of(proposal, 'khateeb_uid')} and (${isPending} or ${isConfirmed(proposal)}) end)`
}

const of = (alias: string, column: string) => sql.ref(`${alias}.${column}`)

/**
 * Returns an SQL condition: the proposal’s khateeb is confirmed for its slot.
 * @param proposal table alias of the proposal’s row
 */
function isConfirmed(proposal: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from assignments where proposal_id = ${of(proposal, 'id')} and ended_at is null)`
}
