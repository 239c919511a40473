import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import { acceptsInvitations, acceptsInvitationsFrom } from '../sql-fragments/accepts-invitations.ts'
import { isPendingInvitation } from '../sql-fragments/pending-invitations.ts'
import { hashOf } from '../tokens.ts'
import type { Letter, Letters } from './content/letter.ts'
import type { ClaimedLetter } from './outbox-store.ts'
import { knowledgeOfQuestion } from './question-letters.ts'

/**
 * Returns the current form of a letter about an invitation by email:
 * - Undefined if nothing true is left: the link doesn't work any more, the masjid is suspended, or the recipient has stopped invitations or
 *   blocked the masjid.
 * - Undefined for a letter that says that a question has ended, if the masjid asks again, or the recipient does not know of the question.
 * - For a letter that asks a question which has ended, an invitation without a slot.
 * - For a letter about a slot's new time or place, `new_khateeb_asked` if the recipient does not know of the question.
 * - `not_yet` while an earlier letter that asks the question is being sent.
 * - All other letters unchanged.
 */
export async function invitationAsOfNow(
  reader: Queryable,
  claimed: ClaimedLetter,
  letter: Letter,
): Promise<Letter | 'not_yet' | undefined> {
  switch (letter.kind) {
    case 'member_invited':
    case 'new_khateeb_invited':
      return (await findInvitation(reader, letter.props.token)) && letter
    case 'new_khateeb_asked':
      return questionAsOfNow(reader, letter.props, async () => letter)
    case 'new_khateeb_slot_moved': {
      const { slot, token } = letter.props
      return questionAsOfNow(reader, letter.props, async () => {
        const knowledge = await knowledgeOfQuestion(reader, claimed, letter.props)
        if (knowledge === 'unclear') return 'not_yet'
        return knowledge === 'asked' ? letter : { kind: 'new_khateeb_asked', props: { slot, token } }
      })
    }
    case 'new_khateeb_not_needed': {
      if (await isAsked(reader, claimed.recipient, letter.props.slot.slotId)) return undefined
      const knowledge = await knowledgeOfQuestion(reader, claimed, letter.props)
      if (knowledge === 'unclear') return 'not_yet'
      return knowledge === 'asked' ? letter : undefined
    }
    default:
      return letter
  }
}

type AskingLetter = Extract<Letter, { readonly kind: 'new_khateeb_asked' | 'new_khateeb_slot_moved' }>

async function questionAsOfNow(
  reader: Queryable,
  { slot, token }: Letters['new_khateeb_asked'],
  whileAsked: () => Promise<AskingLetter | 'not_yet'>,
): Promise<Letter | 'not_yet' | undefined> {
  const invitation = await findInvitation(reader, token)
  if (invitation === undefined) return undefined
  const { slotId, language } = invitation
  if (slotId !== null) {
    const asking = await whileAsked()
    if (asking === 'not_yet') return asking
    // Both branches are equal. TypeScript needs both, because each kind has other props.
    return asking.kind === 'new_khateeb_asked'
      ? { kind: asking.kind, props: { ...asking.props, language } }
      : { kind: asking.kind, props: { ...asking.props, language } }
  }
  const { masjidUid, masjidName, city, stateCode } = slot
  return { kind: 'new_khateeb_invited', props: { masjidUid, masjidName, city, stateCode, token } }
}

/**
 * Returns the slot of the invitation with this token, and the slot's language. Returns undefined if the invitation has ended, its masjid is
 * suspended or was deleted, or its recipient does not want it.
 */
function findInvitation(reader: Queryable, token: string) {
  const [email, masjidUid] = [sql.ref('i.email'), sql.ref('i.masjid_uid')]
  return reader
    .selectFrom('invitations as i')
    .innerJoin('masjids as m', 'm.uid', 'i.masjid_uid')
    .leftJoin('slots as s', 's.id', 'i.slot_id')
    .where('i.token_hash', '=', hashOf(token))
    .where(isPendingInvitation('i'))
    .where('m.hidden', '=', false)
    .where(
      sql<boolean>`case i.role when 'khateeb' then ${acceptsInvitationsFrom(email, masjidUid)} else ${acceptsInvitations(email)} end`,
    )
    .select(['i.slot_id as slotId', 's.language'])
    .executeTakeFirst()
}

/** Returns whether a question by email about this slot to this address is pending. It may be a newer question than the letter's. */
async function isAsked(reader: Queryable, email: string, slotId: string): Promise<boolean> {
  const invitation = reader
    .selectFrom('invitations as i')
    .where('i.email', '=', email)
    .where('i.slot_id', '=', slotId)
    .where(isPendingInvitation('i'))
  return (await invitation.select('i.id').executeTakeFirst()) !== undefined
}
