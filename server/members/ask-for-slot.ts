import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { acceptInvite } from '../../contract/proposals.ts'
import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { judgeProposal, proposalsLeft } from '../../domain/proposals/proposal-rules.ts'
import type { PartyActor } from '../audit/record-audit.ts'
import { type Database, databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { letterAboutEndedQuestion } from '../identity/invitation-ending-letters.ts'
import { findMember, type LockedMasjid, nameInLetter } from '../identity/masjid-members.ts'
import type { SlotInLetter } from '../letters/content/letter-slot.ts'
import type { QuestionEnding } from '../letters/content/member-letter-props.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { queueNews } from '../news/queue-news.ts'
import { createProposals } from '../proposals/create-proposals.ts'
import { decideProposal } from '../proposals/decide.ts'
import { type LockedKhateeb, type LockedSlot, lockAndLoad, lockSlot } from '../proposals/lock-and-load.ts'
import { slotsWithMasjids } from '../proposals/slots-with-masjids.ts'
import { hasKhateeb } from '../sql-fragments/has-khateeb.ts'
import { isPendingInvitation } from '../sql-fragments/pending-invitations.ts'
import type { SpentInvitation } from './spend-invitation.ts'

/** Locks a slot of the masjid. Throws `not_found`, `slot_past` or `slot_taken` unless the slot is upcoming and has no khateeb. */
export async function lockOpenSlot(tx: Tx, { uid }: LockedMasjid, slotId: string): Promise<SlotInLetter> {
  const slot = await lockSlot(tx, { slotId, masjidUid: uid })
  if (slot.removed) throw new Failure('not_found')
  const { now, filled } = await tx
    .selectNoFrom([
      databaseNow.as('now'),
      sql<boolean>`exists (select from assignments where slot_id = ${slotId} and ended_at is null)`.as(
        'filled',
      ),
    ])
    .executeTakeFirstOrThrow()
  if (!isUpcoming(slot.startsAt, now)) throw new Failure('slot_past')
  if (filled) throw new Failure('slot_taken')
  return slot
}

/**
 * Accepts, for the khateeb, the slot that an invitation asks for: creates an invite, and accepts it. So the rules for invites apply, except
 * his own limits, because he has seen the slot. If he has requested the slot, his request is approved in the name of the inviting owner
 * instead. If the masjid can't invite him again, his answer counts as a request, which is approved in the same way.
 * @param by the khateeb, whom the transaction has locked
 * @returns the slot
 */
export async function acceptSlot(
  tx: Tx,
  masjid: LockedMasjid,
  { slotId, invitedBy }: SpentInvitation,
  seenStart: string,
  by: PartyActor,
): Promise<SlotInLetter> {
  if (slotId === null || invitedBy === null) throw new Failure('proposal_closed')
  const { khateeb, slot, context } = await lockAndLoad(tx, by.uid, { slotId, masjidUid: masjid.uid })
  const pending = context.proposals.find((it) => it.state === 'pending')
  const invites = pending?.direction === 'invite' ? [pending] : []
  const verdict = judgeProposal('invite', {
    ...context,
    proposals: invites,
    earlierDirections: [],
    seenStart: new Date(seenStart),
  })
  if (verdict.kind === 'refused')
    throw new Failure(isRefusalOfSlot(verdict.why) ? verdict.why : 'proposal_closed')
  const inviter = { role: 'masjid', uid: masjid.uid, personId: invitedBy } as const
  const direction = pending?.direction ?? (proposalsLeft('invite', context) > 0 ? 'invite' : 'request')
  const [proposer, decider] = direction === 'invite' ? [inviter, by] : [by, inviter]
  if (pending === undefined) {
    if (proposalsLeft(direction, context) === 0) throw new Failure('too_many_proposals')
    await createProposals(tx, direction, [{ slot, khateeb }], proposer)
  }
  // If the slot has moved since he requested it, he agrees to the start that he has seen.
  const answer = { slot: { slotId }, khateebUid: by.uid, requestId: null, seenStart, isStartAgreed: true }
  const { closed } = await decideProposal(tx, { direction, to: 'accepted', ...answer }, decider)
  if (decider.role === 'masjid') await tellMasjidOfAnswer(tx, slot, khateeb, closed)
  return slot
}

/**
 * Queues the news that a khateeb has accepted. After an approval, `decideProposal` queues no news for the masjid, because a member usually
 * approves on a screen.
 */
async function tellMasjidOfAnswer(
  tx: Tx,
  slot: LockedSlot,
  khateeb: LockedKhateeb,
  closed: OutputOf<typeof acceptInvite>['closed'],
): Promise<void> {
  const props = {
    occasion: slotInLetter(slot),
    khateebUid: khateeb.uid,
    khateebName: khateeb.name,
    closed: closed.map(({ kind, khutbahDate, khutbahTime, timeZone, khateebName = '' }) => ({
      direction: kind,
      otherSide: khateebName,
      date: khutbahDate,
      time: khutbahTime,
      timeZone,
    })),
  }
  await queueNews(tx, [{ partyUid: slot.masjidUid, news: { kind: 'invite_accepted', props } }])
}

/** The refusals that the khateeb may see. The other refusals would reveal what the masjid has decided about him. */
const refusalsOfSlot = ['not_found', 'slot_taken', 'slot_past', 'khateeb_busy', 'start_changed'] as const

function isRefusalOfSlot(why: string): why is (typeof refusalsOfSlot)[number] {
  return refusalsOfSlot.some((it) => it === why)
}

/** Queues a letter to the owner who sent an invitation: the khateeb has declined. Does nothing if the owner has left the masjid. */
export async function queueDeclineLetter(
  tx: Tx,
  masjid: LockedMasjid,
  { email, invitedBy, slotId }: SpentInvitation,
): Promise<void> {
  const owner = invitedBy === null ? undefined : await findMember(tx, masjid.uid, invitedBy)
  if (owner === undefined) return
  const found = slotsWithMasjids(tx).where('s.id', '=', slotId)
  const slot = await found.executeTakeFirst()
  const props = {
    name: nameInLetter(masjid, owner),
    masjidUid: masjid.uid,
    masjidName: masjid.name,
    email,
    slot: slot === undefined ? null : slotInLetter(slot),
  }
  await queueLetters(tx, [{ to: owner.email, letter: { kind: 'invited_khateeb_declined', props } }])
}

/**
 * Detaches invitations from slots that have a khateeb, were removed or have begun. The invitations to become a khateeb of the masjid stay
 * valid. The invited person gets a letter about this, but not if the slot has begun.
 */
export async function endOutdatedQuestions(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await sql<{
      email: string
      masjidUid: string
      slotId: string
      askedAt: Date
      isRemoved: boolean
      hasBegun: boolean
    }>`
      update invitations i set slot_id = null, told = null from slots s
      where s.id = i.slot_id and ${isPendingInvitation('i')}
        and (s.removed_at is not null or s.starts_at < ${databaseNow} or ${hasKhateeb('s')})
      returning i.email, i.masjid_uid as "masjidUid", s.id as "slotId", i.created_at as "askedAt", s.removed_at is not null as "isRemoved", s.starts_at < ${databaseNow} as "hasBegun"`.execute(
      tx,
    )
    const letters: AddressedLetter[] = []
    for (const { hasBegun, isRemoved, ...question } of rows) {
      if (!hasBegun) letters.push(...(await letterAboutEnd(tx, question, isRemoved ? 'removed' : 'filled')))
    }
    await queueLetters(tx, letters)
  })
}

interface EndedQuestion {
  readonly email: string
  readonly masjidUid: string
  readonly slotId: string
  readonly askedAt: Date
}

async function letterAboutEnd(
  tx: Tx,
  { email: to, slotId, ...question }: EndedQuestion,
  why: QuestionEnding,
) {
  const slot = await slotsWithMasjids(tx).where('s.id', '=', slotId).executeTakeFirstOrThrow()
  return letterAboutEndedQuestion(tx, { to, slot, ...question }, why)
}
