import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import type { Letter, LetterKind, Letters } from './content/letter.ts'
import { letterRetention } from './delete-old-letters.ts'
import { isUnsent } from './letter-predicates.ts'
import type { ClaimedLetter } from './outbox-store.ts'

/** The letters about the question whether an invited khateeb can fill a slot. */
type QuestionLetter = Extract<
  Letter,
  { readonly kind: 'new_khateeb_asked' | 'new_khateeb_slot_moved' | 'new_khateeb_not_needed' }
>

const askingKinds: readonly string[] = ['new_khateeb_asked', 'new_khateeb_slot_moved'] satisfies LetterKind[]
const endingKind = 'new_khateeb_not_needed' satisfies LetterKind
const kinds: readonly string[] = [...askingKinds, endingKind]

function isQuestionLetter(letter: {
  readonly kind: string
  readonly props: unknown
}): letter is QuestionLetter {
  return kinds.includes(letter.kind)
}

/**
 * Returns what the recipient has been told about the letter's question:
 * - `asked`: the last letter that was sent asks the question. A question so old that the rows of its letters may have been deleted counts
 *   as asked, too
 * - `unaware`: no letter has asked the question, or a later letter said that the question has ended
 * - `unclear`: a letter that asks the question is being sent now
 * A letter that an earlier version of Minbar has sent has no slot id, so it counts as a letter about any slot.
 */
export async function knowledgeOfQuestion(
  reader: Queryable,
  { id, recipient }: Pick<ClaimedLetter, 'id' | 'recipient'>,
  { slot: { slotId }, askedAt }: Letters['new_khateeb_slot_moved' | 'new_khateeb_not_needed'],
): Promise<'asked' | 'unaware' | 'unclear'> {
  const { isBeingSent, lastSent, isOld } = await reader
    .selectFrom('letters as l')
    .where('l.recipient', '=', recipient)
    .where('l.id', '<>', id)
    .where(sql<boolean>`l.kind = any(${kinds}::text[])`)
    .where(sql<boolean>`coalesce(l.props -> 'slot' ->> 'slotId', ${slotId}) = ${slotId}`)
    .select([
      // Excludes letters that wait for their first or next attempt: `invitationAsOfNow` checks them again before this attempt.
      sql<boolean>`coalesce(bool_or(
        ${isUnsent('l')} and l.attempts > 0 and l.last_error is null and l.kind = any(${askingKinds}::text[])), false)`.as(
        'isBeingSent',
      ),
      sql<
        string | null
      >`(array_agg(l.kind order by l.sent_at desc) filter (where l.sent_at is not null))[1]`.as('lastSent'),
      sql<boolean>`coalesce(${askedAt ?? null}::timestamptz < ${secondsFromNow(-letterRetention / 1_000)}, true)`.as(
        'isOld',
      ),
    ])
    .executeTakeFirstOrThrow()
  if (isBeingSent) return 'unclear'
  if (lastSent === null) return isOld ? 'asked' : 'unaware'
  return lastSent === endingKind ? 'unaware' : 'asked'
}

/** Returns the props to store after a letter was sent: for a letter about a question, the id of its slot; for others, nothing. */
export function propsToKeepAfterSending(letter: Pick<ClaimedLetter, 'kind' | 'props'>): object {
  return isQuestionLetter(letter) ? { slot: { slotId: letter.props.slot.slotId } } : {}
}
