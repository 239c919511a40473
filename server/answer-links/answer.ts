import { sql } from 'kysely'
import type * as contract from '../../contract/answer-links.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { PartyActor } from '../audit/record-audit.ts'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Context } from '../http/route.ts'
import { decideProposal } from '../proposals/decide.ts'
import { withdrawKhateeb } from '../proposals/end-assignment.ts'
import { closedProposalCounts } from '../proposals/proposal-fragments.ts'
import { reconfirmKhateeb } from '../proposals/reconfirm-khateeb.ts'
import { agreedStartWithInstant } from '../sql-fragments/agreed-start.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'
import { slotAskedAbout } from '../sql-fragments/slot-asked-about.ts'
import { hashOf } from '../tokens.ts'
import { canAnswer } from './can-answer.ts'

/** Returns the question of an answer link. Changes nothing. Throws `link_spent` if the question can no longer be answered. */
export async function lookUpAnswerLink(
  { database }: Pick<Context, 'database'>,
  { token }: InputOf<typeof contract.lookUpAnswerLink>,
): Promise<OutputOf<typeof contract.lookUpAnswerLink>> {
  const slotToFill = {
    proposalId: sql`p.id`,
    slotId: sql`s.id`,
    startsAt: sql`s.starts_at`,
    khateebUid: sql`p.khateeb_uid`,
  }
  type Question = OutputOf<typeof contract.lookUpAnswerLink>
  // While a masjid is suspended, its proposals can't be answered. Its assignments stay, and their khateebs can still confirm a moved start,
  // or withdraw.
  return unexpiredLinks(database.db, token)
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .innerJoin('masjids as m', 'm.uid', 'p.masjid_uid')
    .innerJoin('khateebs as k', 'k.uid', 'p.khateeb_uid')
    .leftJoin('assignments as a', (join) =>
      join.onRef('a.proposal_id', '=', 'p.id').on('a.ended_at', 'is', null),
    )
    .where('k.hidden', '=', false)
    .where((eb) => eb.or([eb('m.hidden', '=', false), eb('p.state', '<>', 'pending')]))
    .where(canAnswer('member', 'p', 's'))
    .select([
      sql<Question['question']>`case when p.state = 'pending' then p.direction
        when ${isAwaitingReconfirmation('a')} then 'reconfirmation' else 'confirmed' end`.as('question'),
      agreedStartWithInstant('a', sql.ref('m.time_zone')).as('agreedStart'),
      'member.party_uid as partyUid',
      'm.masjid_name as masjidName',
      'm.hidden as masjidSuspended',
      'm.city',
      'm.state_code as stateCode',
      khateebName('k').as('khateebName'),
      slotAskedAbout<Question['slot']>('s', 'm', sql`'language', s.language, 'note', s.note`).as('slot'),
      sql<Question['closesCount']>`case when p.state <> 'pending' then '{"invites": 0, "requests": 0}'
        when p.direction = 'invite' then ${closedProposalCounts(slotToFill, { khateebUid: sql`p.khateeb_uid` })}
        else ${closedProposalCounts(slotToFill, { masjidUid: sql`p.masjid_uid` })} end`.as('closesCount'),
    ])
    .executeTakeFirstOrThrow(() => new Failure('link_spent'))
}

/** Answers the question of an answer link, for the member to whom the letter was sent. Uses the same rules as the calls with a session. */
export async function answerByLink(
  { database, transact }: Pick<Context, 'database' | 'transact'>,
  { token, answer, seenStart, reason }: InputOf<typeof contract.answerByLink>,
): Promise<OutputOf<typeof contract.answerByLink>> {
  const { by, direction, state, masjidUid, khateebUid, slotId, proposalId, assignmentId } = await findLink(
    database.db,
    token,
  )
  return transact(async (tx) => {
    await lockMember(tx, by)
    const slot = { slotId, masjidUid }
    // The proposal is already accepted. “Yes” now only confirms a moved start, and changes nothing if the start has not moved. “No” with a
    // reason withdraws the khateeb. Any other answer decides the proposal. If it is decided already, `decideProposal` refuses the opposite
    // answer, and changes nothing for the same answer.
    if (by.role === 'khateeb' && state === 'accepted' && (answer === 'yes' || reason !== undefined)) {
      // The answer is only about the assignment of this link. The khateeb may have lost it, and may now have another assignment to the
      // slot.
      if (assignmentId === null) throw new Failure('link_spent')
      const assignment = { khateebUid, assignmentId, ...slot }
      const { changed } =
        answer === 'no' && reason !== undefined
          ? await withdrawKhateeb(tx, { ...assignment, reason }, by)
          : await reconfirmKhateeb(tx, { ...assignment, seenStart }, by)
      return { changed, closed: [] }
    }
    const to = answer === 'yes' ? 'accepted' : 'rejected'
    const { changed, closed } = await decideProposal(
      tx,
      { direction, to, slot, khateebUid, requestId: proposalId, seenStart },
      by,
    )
    return { changed, closed }
  })
}

/** Returns a query for the unexpired link with this token, its proposal (`p`) and the member to whom the letter was sent (`member`). */
function unexpiredLinks(reader: Queryable, token: string) {
  return reader
    .selectFrom('answer_links as link')
    .innerJoin('memberships as member', (join) =>
      join.onRef('member.person_id', '=', 'link.person_id').onRef('member.party_uid', '=', 'link.party_uid'),
    )
    .innerJoin('proposals as p', 'p.id', 'link.proposal_id')
    .where('link.token_hash', '=', hashOf(token))
    .where('link.expires_at', '>', databaseNow)
}

/**
 * Returns the proposal of an answer link, its assignment, and the member who answers. Throws `link_spent` if the link is unknown or has
 * expired, or if the person is no longer a member.
 */
async function findLink(reader: Queryable, token: string) {
  const { personId, uid, role, ...proposal } = await unexpiredLinks(reader, token)
    .leftJoin('assignments as a', 'a.proposal_id', 'p.id')
    .select([
      'a.id as assignmentId',
      'member.person_id as personId',
      'member.party_uid as uid',
      'member.party_role as role',
      'p.id as proposalId',
      'p.direction',
      'p.state',
      'p.slot_id as slotId',
      'p.masjid_uid as masjidUid',
      'p.khateeb_uid as khateebUid',
    ])
    .executeTakeFirstOrThrow(() => new Failure('link_spent'))
  return { by: { role, uid, personId } satisfies PartyActor, ...proposal }
}

/**
 * Locks the membership of the answering person, so that a concurrent removal of the member waits. Throws `link_spent` if the member was
 * removed or became a viewer, or if the party is suspended.
 */
async function lockMember(tx: Tx, { personId, uid }: PartyActor): Promise<void> {
  await tx
    .selectFrom('memberships')
    .innerJoin('parties', 'parties.uid', 'memberships.party_uid')
    .where('memberships.person_id', '=', personId)
    .where('memberships.party_uid', '=', uid)
    .where('memberships.role', '<>', 'viewer')
    .where('parties.suspended_at', 'is', null)
    .forShare('memberships')
    .select('memberships.role')
    .executeTakeFirstOrThrow(() => new Failure('link_spent'))
}
