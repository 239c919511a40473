import { sql } from 'kysely'
import { markKhateeb } from '../approval/mark-khateeb.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { type Database, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { findMember, type LockedMasjid, lockMembers, nameInLetter } from '../identity/masjid-members.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { type LockedKhateeb, lockKhateeb } from '../proposals/lock-and-load.ts'
import { acceptsInvitations } from '../sql-fragments/accepts-invitations.ts'
import { isPendingInvitation } from '../sql-fragments/pending-invitations.ts'
import { spendInvitation } from './spend-invitation.ts'

/** Maximum number of khateebs that one run of the job introduces. */
const maxIntroductions = 100

/**
 * Tells a masjid that a khateeb whom it invited by email has joined. Marks him as approved, unless the masjid has already marked him.
 * Sends a letter to the owner who invited him. The caller’s transaction has already locked the masjid and the khateeb, and used up the
 * invitation.
 */
export async function introduceKhateeb(
  tx: Tx,
  masjid: LockedMasjid,
  khateeb: LockedKhateeb,
  { invitedBy }: { readonly invitedBy: string | null },
  by: Actor,
): Promise<void> {
  if (invitedBy === null) throw new Error('Only an owner invites khateebs')
  const about = { masjidUid: masjid.uid, khateebUid: khateeb.uid }
  await recordAudit(tx, by, [{ event: 'invited_khateeb_joined', ...about }])
  const marked = await tx
    .selectFrom('khateeb_marks')
    .where('masjid_uid', '=', masjid.uid)
    .where('khateeb_uid', '=', khateeb.uid)
    .where('mark', 'is not', null)
    .select('mark')
    .executeTakeFirst()
  if (marked === undefined) {
    const inviter = { role: 'masjid', uid: masjid.uid, personId: invitedBy } as const
    await markKhateeb(tx, { ...about, mark: 'approved' }, inviter)
  }
  const owner = await findMember(tx, masjid.uid, invitedBy)
  if (owner === undefined) return
  const props = {
    name: nameInLetter(masjid, owner),
    masjidName: masjid.name,
    ...about,
    khateebName: khateeb.name,
  }
  await queueLetters(tx, [{ to: owner.email, letter: { kind: 'invited_khateeb_joined', props } }])
}

/** Locks the khateeb profile of a person. Returns undefined if the person has no khateeb profile. */
export async function lockOwnKhateeb(tx: Tx, personId: string): Promise<LockedKhateeb | undefined> {
  const own = await tx
    .selectFrom('memberships')
    .where('person_id', '=', personId)
    .where('party_role', '=', 'khateeb')
    .select('party_uid')
    .executeTakeFirst()
  return own && lockKhateeb(tx, own.party_uid)
}

/**
 * Introduces invited khateebs to their masjids if they joined without the link in the letter. A khateeb joined in this way if, after the
 * invitation, he confirmed the invited email, or added a khateeb profile to an account with this email. Skips khateebs whose email was
 * confirmed and whose profile existed before the invitation: the masjid must not learn who owns the email before this person answers. Also
 * skips khateebs who have stopped invitations or blocked the masjid. Skips invitations for a slot, because their link must keep working.
 */
export async function introduceConfirmedKhateebs(database: Database): Promise<void> {
  const found = await database.db
    .selectFrom('invitations as i')
    .innerJoin('people as p', 'p.email', 'i.email')
    .innerJoin('memberships as m', 'm.person_id', 'p.id')
    .innerJoin('khateebs as k', 'k.uid', 'm.party_uid')
    .innerJoin('masjids as inviting', 'inviting.uid', 'i.masjid_uid')
    .where('i.role', '=', 'khateeb')
    .where(isPendingInvitation('i'))
    .where('i.slot_id', 'is', null)
    .where('p.email_verified_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('p.email_verified_at', '>', eb.ref('i.created_at')),
        eb('m.created_at', '>', eb.ref('i.created_at')),
      ]),
    )
    .where('k.hidden', '=', false)
    .where('inviting.hidden', '=', false)
    .where(acceptsInvitations(sql.ref('i.email')))
    .where(
      sql<boolean>`not exists (
        select from blocks b where b.khateeb_uid = k.uid and b.masjid_uid = i.masjid_uid and b.by_role = 'khateeb')`,
    )
    .orderBy('i.id')
    .limit(maxIntroductions)
    .select(['i.id', 'i.masjid_uid as masjidUid', 'p.id as personId'])
    .execute()
  for (const it of found) await database.transaction((tx) => introduceOne(tx, it))
}

interface PendingIntroduction {
  readonly id: string
  readonly masjidUid: string
  readonly personId: string
}

/**
 * Introduces one khateeb. Does nothing if, since the query, the masjid or the khateeb was deleted or suspended, the invitation was
 * answered or revoked, or the email changed.
 */
async function introduceOne(tx: Tx, { id, masjidUid, personId }: PendingIntroduction): Promise<void> {
  const masjid = await lockMembers(tx, masjidUid)
  if (masjid === undefined || masjid.suspended) return
  const khateeb = await lockOwnKhateeb(tx, personId).catch(undefinedIfRefused)
  if (khateeb === undefined || khateeb.hidden) return
  const person = await tx
    .selectFrom('people')
    .where('id', '=', personId)
    .where('email_verified_at', 'is not', null)
    .forNoKeyUpdate()
    .select('email')
    .executeTakeFirst()
  const pending = tx
    .selectFrom('invitations')
    .where('id', '=', id)
    .where('slot_id', 'is', null)
    .select('email')
  if (person?.email !== (await pending.executeTakeFirst())?.email) return
  const invitation = await spendInvitation(tx, { id }, 'accepted').catch(undefinedIfRefused)
  if (invitation !== undefined) await introduceKhateeb(tx, masjid, khateeb, invitation, { role: 'minbar' })
}

function undefinedIfRefused(error: unknown): undefined {
  if (error instanceof Failure) return undefined
  throw error
}
