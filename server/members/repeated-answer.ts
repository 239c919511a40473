import { sql } from 'kysely'
import { databaseNow, type Queryable } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Passwords } from '../identity/passwords.ts'
import { hashOf } from '../tokens.ts'

/**
 * Answers an invitation idempotently: a retry with a used link and the same answer gets the first response.
 * @param findFormer returns the first response; undefined if there was no such answer, or if it no longer holds
 */
export async function answerOnce<Output>(
  answer: () => Promise<Output>,
  findFormer: () => Promise<Output | undefined>,
): Promise<Output> {
  return answer().catch(async (error: unknown) => {
    const isSpent = error instanceof Failure && error.code === 'link_spent'
    const former = isSpent ? await findFormer() : undefined
    if (former === undefined) throw error
    return former
  })
}

interface Acceptance {
  readonly token: string
  /** The start of the slot, if the answer also accepted a slot. */
  readonly seenStart?: string | null | undefined
}

/**
 * Returns the person who accepted an invitation, and the party. Undefined if the acceptance no longer holds: the person must still act for
 * the party and, with `seenStart`, be confirmed for the slot at this start.
 */
export async function findAcceptance(reader: Queryable, { token, seenStart = null }: Acceptance) {
  return answeredInvitations(reader, token)
    .where('i.answer', '=', 'accepted')
    .innerJoin('people as p', 'p.email', 'i.email')
    .where('p.email_verified_at', 'is not', null)
    .innerJoin('memberships as m', 'm.person_id', 'p.id')
    .where(
      sql<boolean>`case i.role when 'khateeb' then m.party_role = 'khateeb' else m.party_uid = i.masjid_uid end`,
    )
    .$if(seenStart !== null, (query) =>
      query.where(
        sql<boolean>`exists (
          select from assignments a
          where a.slot_id = i.slot_id and a.khateeb_uid = m.party_uid and a.ended_at is null and a.starts_at = ${seenStart})`,
      ),
    )
    .select(['p.id as personId', 'p.password_hash as passwordHash', 'm.party_uid as uid'])
    .executeTakeFirst()
}

/**
 * Like `findAcceptance`, for an answer that created an account: returns the uid of its party, if the retry has the same password or none.
 */
export async function findCreatedParty(
  reader: Queryable,
  passwords: Passwords,
  { password, ...acceptance }: Acceptance & { readonly password?: string | undefined },
): Promise<{ readonly uid: string } | undefined> {
  const former = await findAcceptance(reader, acceptance)
  if (former === undefined) return undefined
  const isSame = password === undefined || (await passwords.isCorrect(former.passwordHash, password))
  return isSame ? { uid: former.uid } : undefined
}

/** Whether an invitation was declined. */
export async function isDeclined(reader: Queryable, token: string): Promise<boolean> {
  const declined = answeredInvitations(reader, token).where('i.answer', '=', 'declined')
  return (await declined.select('i.id').executeTakeFirst()) !== undefined
}

function answeredInvitations(reader: Queryable, token: string) {
  return reader
    .selectFrom('invitations as i')
    .where('i.token_hash', '=', hashOf(token))
    .where('i.expires_at', '>', databaseNow)
}
