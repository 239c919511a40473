import { sql } from 'kysely'
import { type Database, databaseNow, type Tx } from '../database/database.ts'
import { mayBeInvited } from '../identity/may-be-invited.ts'
import type { SlotTimeAndPlace } from '../letters/content/letter-slot.ts'
import { isUnsent } from '../letters/letter-predicates.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { slotsWithMasjids } from '../proposals/slots-with-masjids.ts'
import { hasKhateeb } from '../sql-fragments/has-khateeb.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { isPendingInvitation } from '../sql-fragments/pending-invitations.ts'
import { newToken } from '../tokens.ts'
import { insertOptOutLink } from './send-invitation.ts'
import { currentTimeAndPlace, slotTimeAndPlace } from './slot-time-and-place.ts'

/** The largest number of invitations for slots that one run of the job handles. */
const maxQuestions = 100

/**
 * The largest number of letters about moves that an address gets within 24 hours. After these letters, the job waits, and the next letter
 * has the slot’s latest time and place.
 */
const maxLettersADay = 5

interface Question {
  readonly id: string
  readonly email: string
  readonly masjidUid: string
  readonly slotId: string
  readonly told: SlotTimeAndPlace
  readonly askedAt: Date
}

/**
 * Sends a letter to each person whom a masjid has invited by email to fill a slot, if the slot’s time or place has changed since their last
 * letter and the slot has no khateeb. One letter covers all changes. This is a job, not part of a move, to prevent deadlocks: an answer
 * locks the invitation before the slot, but a move locks the slot first.
 */
export async function tellOfMovedSlots(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await sql<Question>`
      select i.id, i.email, i.masjid_uid as "masjidUid", i.slot_id as "slotId", i.told, i.created_at as "askedAt"
      from invitations i join slots s on s.id = i.slot_id join masjids m on m.uid = i.masjid_uid
      where ${isPendingInvitation('i')} and s.removed_at is null and s.starts_at >= ${databaseNow} and not ${hasKhateeb('s')}
        and i.told <> ${currentTimeAndPlace('s', 'm')} and not m.hidden
        and (select count(*) from letters l where l.recipient = i.email and l.kind = 'new_khateeb_slot_moved'
          and l.created_at > ${secondsFromNow(-24 * 60 * 60)}) < ${maxLettersADay}
      order by i.id limit ${maxQuestions}
      for no key update of i skip locked`.execute(tx)
    for (const question of rows) await tellOfMove(tx, question)
  })
}

async function tellOfMove(tx: Tx, { id, email, masjidUid, slotId, ...question }: Question): Promise<void> {
  const slot = slotInLetter(await slotsWithMasjids(tx).where('s.id', '=', slotId).executeTakeFirstOrThrow())
  const told = JSON.stringify(slotTimeAndPlace(slot))
  const update = tx.updateTable('invitations').where('id', '=', id)
  if (!(await mayBeInvited(tx, email, masjidUid))) {
    await update.set({ told }).execute()
    return
  }
  const from = (await firstUnsentFrom(tx, email, slotId)) ?? question.told
  const { token, hash } = newToken()
  await update.set({ told, token_hash: hash }).execute()
  await insertOptOutLink(tx, email, hash)
  const props = { slot, from, token, askedAt: question.askedAt.toISOString() }
  await queueLetters(tx, [{ to: email, letter: { kind: 'new_khateeb_slot_moved', props } }])
}

/**
 * Returns the former time and place in the first unsent letter about a move. The new letter replaces such letters, so the person knows only
 * this former time and place. Undefined if all letters were sent.
 */
async function firstUnsentFrom(tx: Tx, email: string, slotId: string): Promise<SlotTimeAndPlace | undefined> {
  const letter = await tx
    .selectFrom('letters as l')
    .where('l.recipient', '=', email)
    .where('l.kind', '=', 'new_khateeb_slot_moved')
    .where(isUnsent('l'))
    .where(sql<boolean>`l.props -> 'slot' ->> 'slotId' = ${slotId}`)
    .orderBy('l.created_at')
    .limit(1)
    .select(sql<SlotTimeAndPlace>`l.props -> 'from'`.as('from'))
    .executeTakeFirst()
  return letter?.from
}
