import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import type { LetterRecipient, QuestionInLetter } from '../letters/answer-tokens.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { newToken } from '../tokens.ts'
import { canAnswer } from './can-answer.ts'

/**
 * Creates an answer link, with which the reader of a letter answers its question without signing in. Returns the link’s token. Returns
 * undefined if the reader may not answer for the party, if the question can no longer be answered, or if the address is unconfirmed,
 * because a stranger may own that address.
 */
export async function createAnswerLink(
  db: Queryable,
  { address, partyUid }: LetterRecipient,
  question: QuestionInLetter,
): Promise<string | undefined> {
  const { token, hash } = newToken()
  // The lock protects the membership and the proposal, which the new row refers to. A concurrent deletion waits. If the deletion was first,
  // this statement waits, and then creates no link.
  const { rows } = await sql<{ created: boolean }>`
    insert into answer_links (token_hash, person_id, party_uid, proposal_id, expires_at)
    select ${hash}::bytea, m.person_id, m.party_uid, p.id, s.starts_at
    from people person
      join memberships m on m.person_id = person.id
      join proposals p on p.id = ${proposalIdOf(question)}
      join slots s on s.id = p.slot_id
    where person.email = ${address} and ${isEmailVerified('person')} and m.party_uid = ${partyUid}
      and ${canAnswer('m', 'p', 's')}
    for key share of m, p
    returning true as created`.execute(db)
  return rows.length === 0 ? undefined : token
}

function proposalIdOf(question: QuestionInLetter): RawBuilder<string | null> {
  return 'proposalId' in question
    ? sql`${question.proposalId}::uuid`
    : sql`(
        select proposal_id from assignments
        where slot_id = ${question.slotId} and khateeb_uid = ${question.khateebUid} and ended_at is null)`
}
