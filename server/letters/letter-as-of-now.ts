import type { Queryable } from '../database/database.ts'
import { isUsableLink } from '../sql-fragments/usable-links.ts'
import { hashOf } from '../tokens.ts'
import type { Letter, Letters, LetterWithNews } from './content/letter.ts'
import { isNews } from './content/news-kinds.ts'
import { isLetter } from './content/templates.ts'
import { invitationAsOfNow } from './invitation-as-of-now.ts'
import { isTrueForMember } from './is-true-for-member.ts'
import { withoutNeedlessEventUpdates } from './mailed-events.ts'
import { confirmationAsOfNow, newsAsOfNow } from './news-as-of-now.ts'
import type { ClaimedLetter } from './outbox-store.ts'

/**
 * Returns a letter with current facts, because it may have waited for a mail server or a digest. Returns undefined if nothing true is left,
 * and `not_yet` while an earlier letter that this letter depends on is being sent. Returns letters of unknown kinds unchanged.
 */
export async function letterAsOfNow(
  reader: Queryable,
  letter: ClaimedLetter,
): Promise<ClaimedLetter | 'not_yet' | undefined> {
  const content = { kind: letter.kind, props: letter.props }
  if (!isLetter(content)) return letter
  const current = await contentAsOfNow(reader, letter, content)
  return typeof current === 'object'
    ? { ...letter, kind: current.kind, props: { ...current.props } }
    : current
}

async function contentAsOfNow(
  reader: Queryable,
  claimed: ClaimedLetter,
  letter: Letter,
): Promise<Letter | 'not_yet' | undefined> {
  if (isNews(letter)) {
    const [news] = await newsForReader(reader, claimed, [letter])
    return news
  }
  const { kind } = letter
  switch (kind) {
    case 'gathered': {
      const letters = await newsForReader(reader, claimed, letter.props.letters)
      return letters.length === 0 ? undefined : { kind, props: { letters } }
    }
    case 'new_khateeb_confirmed': {
      const props = await confirmationAsOfNow(reader, letter.props)
      return props && { kind, props }
    }
    case 'khateeb_approved':
      return (await isApproved(reader, letter.props)) ? letter : undefined
    // These letters only ask their reader to follow the link. The other letters about an account also report a change, so they are always
    // sent.
    case 'welcome':
    case 'password_reset':
    case 'verify_email':
    case 'confirm_email':
      return (await isLinkUsable(reader, letter.props.token)) ? letter : undefined
    case 'member_joined':
    case 'member_role_changed':
    case 'membership_ended':
    case 'owner_added':
    case 'owner_removed':
    case 'invited_khateeb_declined':
    case 'invited_khateeb_joined':
      return (await isTrueForMember(reader, claimed.recipient, letter)) ? letter : undefined
    default:
      return invitationAsOfNow(reader, claimed, letter)
  }
}

/**
 * Returns news with current facts. Leaves out news that is no longer true, and needless news that only updates or cancels a calendar event:
 * see `withoutNeedlessEventUpdates`.
 */
async function newsForReader(
  reader: Queryable,
  { id, personId, partyUid }: ClaimedLetter,
  letters: readonly LetterWithNews[],
): Promise<readonly LetterWithNews[]> {
  const current = await newsAsOfNow(reader, letters)
  if (personId === null || partyUid === null) return current
  return withoutNeedlessEventUpdates(reader, { id, personId, partyUid }, current)
}

async function isApproved(
  reader: Queryable,
  { masjidUid, khateebUid }: Letters['khateeb_approved'],
): Promise<boolean> {
  const mark = reader
    .selectFrom('khateeb_marks')
    .where('masjid_uid', '=', masjidUid)
    .where('khateeb_uid', '=', khateebUid)
    .where('mark', '=', 'approved')
  return (await mark.select('mark').executeTakeFirst()) !== undefined
}

async function isLinkUsable(reader: Queryable, token: string): Promise<boolean> {
  const link = reader.selectFrom('links').where('token_hash', '=', hashOf(token)).where(isUsableLink('links'))
  return (await link.select('token_hash').executeTakeFirst()) !== undefined
}
