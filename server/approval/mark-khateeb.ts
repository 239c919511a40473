import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type {
  changeApprovedOnly as changeApprovedOnlyCall,
  markKhateeb as markCall,
} from '../../contract/our-khateebs.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import { lockUpcomingSlots } from '../khutbahs/lock-upcoming-slots.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { queueNews } from '../news/queue-news.ts'
import { lockKhateeb, type NamedKhateeb } from '../proposals/lock-and-load.ts'
import { blockingSides } from '../proposals/proposal-fragments.ts'
import { slotsWithMasjids } from '../proposals/slots-with-masjids.ts'
import { contactOf } from '../sql-fragments/contact-of.ts'
import { hasKhateeb } from '../sql-fragments/has-khateeb.ts'

type Outcome = OutputOf<typeof markCall>

/**
 * Changes a masjid’s mark for a khateeb, or its note about him. Locks the khateeb, as a proposal does, so that a concurrent proposal is
 * either already stored or judged by the new mark.
 */
export async function markKhateeb(
  tx: Tx,
  { khateebUid, ...changes }: InputOf<typeof markCall>,
  by: PartyActor,
): Promise<Outcome> {
  const khateeb = await lockKhateeb(tx, khateebUid)
  if (khateeb.hidden) throw new Failure('not_found')
  const key = { masjid_uid: by.uid, khateeb_uid: khateebUid }
  const before = await tx
    .selectFrom('khateeb_marks')
    .where('masjid_uid', '=', key.masjid_uid)
    .where('khateeb_uid', '=', key.khateeb_uid)
    .select(['mark', 'note', 'asked_at'])
    .executeTakeFirst()
  const { mark: markBefore = null, note: noteBefore = '', asked_at = null } = before ?? {}
  const { mark = markBefore, note = noteBefore } = changes
  if (mark === markBefore && note === noteBefore) return { changed: false }
  if (mark === null && note === '' && asked_at === null) {
    const row = tx.deleteFrom('khateeb_marks').where('masjid_uid', '=', key.masjid_uid)
    await row.where('khateeb_uid', '=', key.khateeb_uid).execute()
  } else {
    const set = { mark, note, marked_by: by.personId, marked_at: databaseNow }
    await tx
      .insertInto('khateeb_marks')
      // The values include `asked_at`, because PostgreSQL checks the row’s constraints even if the insert becomes an update.
      .values({ ...key, ...set, asked_at })
      .onConflict((conflict) => conflict.columns(['masjid_uid', 'khateeb_uid']).doUpdateSet(set))
      .execute()
  }
  const told =
    mark === 'approved' && markBefore !== 'approved' && (await tellOfApproval(tx, by.uid, khateeb, asked_at))
  // If the khateeb got no message, the audit entry must not name him: his export and his open screens would reveal the mark.
  const event = told
    ? ({ event: 'khateeb_approved', khateebUid } as const)
    : ({ event: 'khateeb_marked' } as const)
  await recordAudit(tx, by, [{ ...event, masjidUid: by.uid }])
  return { changed: true }
}

/**
 * Sends news of the approval to a khateeb who asked for approval or needed it, with the masjid’s next open slot. If the masjid has no open
 * slot, only a khateeb who asked gets a letter. A khateeb is notified only once by each masjid, and never if one of the two has blocked the
 * other.
 * @returns whether the khateeb gets a message
 */
async function tellOfApproval(
  tx: Tx,
  masjidUid: string,
  khateeb: NamedKhateeb,
  askedAt: Date | null,
): Promise<boolean> {
  if (!(await mayTell(tx, masjidUid, khateeb.uid))) return false
  const next = await slotsWithMasjids(tx)
    .where('s.masjid_uid', '=', masjidUid)
    .where('s.removed_at', 'is', null)
    .where('s.starts_at', '>=', databaseNow)
    .where(sql<boolean>`not ${hasKhateeb('s')}`)
    // The khateeb needed approval, or asked for it.
    .where((eb) => eb.or([eb('m.approved_only', '=', true), eb.val(askedAt !== null)]))
    .orderBy('s.starts_at')
    .limit(1)
    .executeTakeFirst()
  if (next === undefined) {
    if (askedAt === null) return false
    await queueApprovalLetter(tx, masjidUid, khateeb)
    return true
  }
  const props = { occasion: slotInLetter(next), khateebUid: khateeb.uid, khateebName: khateeb.name }
  await queueNews(tx, [{ partyUid: khateeb.uid, news: { kind: 'approval_given', props } }])
  return true
}

/**
 * Whether the masjid may tell the khateeb of an approval: neither of the two has blocked the other, and the khateeb has had no earlier
 * message of an approval by this masjid. Without this check, a masjid could send him any number of letters by removing and restoring its
 * mark.
 */
async function mayTell(tx: Tx, masjidUid: string, khateebUid: string): Promise<boolean> {
  const pair = { masjidUid: sql`${masjidUid}`, khateebUid: sql`${khateebUid}` }
  const { blockedBy, alreadyTold } = await tx
    .selectNoFrom([
      blockingSides(pair).as('blockedBy'),
      sql<boolean>`exists (
        select from audit
        where khateeb_uid = ${khateebUid} and masjid_uid = ${masjidUid} and event = 'khateeb_approved')`.as(
        'alreadyTold',
      ),
    ])
    .executeTakeFirstOrThrow()
  return blockedBy.length === 0 && !alreadyTold
}

/** Queues a letter about an approval by a masjid without an open slot: the news of an approval must name an open slot. */
async function queueApprovalLetter(tx: Tx, masjidUid: string, khateeb: NamedKhateeb): Promise<void> {
  const { to, masjidName } = await tx
    .selectFrom('khateebs as k')
    .innerJoinLateral(contactOf('k').as('contact'), (join) => join.onTrue())
    .innerJoin('masjids as m', (join) => join.on('m.uid', '=', masjidUid))
    .where('k.uid', '=', khateeb.uid)
    .select(['contact.email as to', 'm.masjid_name as masjidName'])
    .executeTakeFirstOrThrow()
  const props = { name: khateeb.name, khateebUid: khateeb.uid, masjidUid, masjidName }
  await queueLetters(tx, [{ to, letter: { kind: 'khateeb_approved', props } }])
}

/**
 * Sets whether a masjid takes requests only from approved khateebs, and invites only approved khateebs. Locks the masjid, as posting a slot
 * does, and then its upcoming slots, as a proposal does. So a concurrent proposal is either already stored or judged by the new rule.
 */
export async function changeApprovedOnly(
  tx: Tx,
  { approvedOnly }: InputOf<typeof changeApprovedOnlyCall>,
  by: Caller,
): Promise<Outcome> {
  const masjid = tx.selectFrom('masjids').where('uid', '=', by.uid).select('approved_only').forNoKeyUpdate()
  if ((await masjid.executeTakeFirstOrThrow()).approved_only === approvedOnly) return { changed: false }
  await lockUpcomingSlots(tx, by.uid)
  await tx.updateTable('masjids').set({ approved_only: approvedOnly }).where('uid', '=', by.uid).execute()
  const event = approvedOnly ? 'approved_only_set' : 'approved_only_unset'
  await recordAudit(tx, by, [{ event, masjidUid: by.uid }])
  return { changed: true }
}
