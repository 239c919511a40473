import { sql } from 'kysely'
import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import { defaultNewsSettings, deliveryOf } from '../../domain/news/delivery.ts'
import { nextDigest } from '../../domain/news/next-digest.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { splitIntoBatches } from '../database/in-batches.ts'
import { channels } from '../letters/channels/channels.ts'
import type { Letter, LetterWithNews } from '../letters/content/letter.ts'
import {
  categoryOf,
  eventUpdateInstead,
  isCancellation,
  onlyUpdatesEvents,
} from '../letters/content/news-kinds.ts'

/** A piece of news, and the party that gets it. */
export interface AddressedNews {
  readonly partyUid: string
  readonly news: LetterWithNews
}

/**
 * Writes news, and a letter with it for each member of the party who wants it, in the transaction of the reported change. So the news and
 * the letters exist if and only if the change commits. Deleted parties get no news. Does not lock the members, who may be removed or
 * change their address meanwhile: the dispatcher checks them again.
 */
export async function queueNews(tx: Tx, items: readonly AddressedNews[]): Promise<void> {
  if (items.length === 0) return
  const uids = [...new Set(items.map((it) => it.partyUid))]
  const present = await tx
    .selectFrom('parties')
    .where(sql<boolean>`uid = any(${uids}::uuid[])`)
    .where('left_at', 'is', null)
    .select('uid')
    .execute()
  const kept = items.filter(({ partyUid }) => present.some(({ uid }) => uid === partyUid))
  const inBell = kept.filter(({ news }) => !onlyUpdatesEvents(news))
  const rows = inBell.map(({ partyUid, news }) => ({
    party_uid: partyUid,
    kind: news.kind,
    props: JSON.stringify(propsWithoutPersonalData(news)),
  }))
  for (const batch of splitIntoBatches(rows)) await tx.insertInto('news').values(batch).execute()
  for (const batch of splitIntoBatches(await lettersWith(tx, kept)))
    await tx.insertInto('letters').values(batch).execute()
}

/**
 * Returns the props that the table `news` stores. They have no names and no reason for a withdrawal, because the rows are kept for 90 days.
 * The bell reads names and reasons from other tables, where an account deletion erases them.
 */
function propsWithoutPersonalData({ props }: LetterWithNews) {
  const { khateebName: _, occasion, ...rest } = props
  const { slotId, masjidUid, date, time, timeZone } = occasion
  const { reason: __, closed, ...facts } = { reason: undefined, closed: undefined, ...rest }
  return {
    ...facts,
    occasion: { slotId, masjidUid, date, time, timeZone },
    ...(closed !== undefined && { closed: closed.map(({ otherSide: ___, ...it }) => it) }),
  }
}

/** A member of a party, with an address in one channel, and the member's settings for the party's news. */
type Recipient = Awaited<ReturnType<typeof recipientsOf>>[number]

/**
 * Returns the letters with this news: for each channel, one to each member of the party who has an address in this channel and wants some
 * of the news. The letter has all news of the party for this member. Of news that the member has turned off, it has the update of a
 * calendar event: see `eventUpdateInstead`. Exception: if all of the news can wait for the member's daily digest, each piece gets a letter
 * of its own. The dispatcher combines these letters when the digest is due.
 */
async function lettersWith(tx: Tx, items: readonly AddressedNews[]) {
  const recipients = await recipientsOf(
    tx,
    items.map((it) => it.partyUid),
  )
  const actedOn = await slotsActedOn(tx, items, recipients)
  return recipients.flatMap((recipient) => {
    const { channel, address, personId, partyUid, digestAt } = recipient
    const wanted = items.flatMap(({ partyUid: uid, news }) => {
      if (uid !== partyUid) return []
      const delivery = deliveryTo(recipient, news, actedOn)
      if (delivery !== 'never') return [{ news, delivery }]
      const update = eventUpdateInstead(news)
      return update === undefined ? [] : [{ news: update, delivery: deliveryTo(recipient, update, actedOn) }]
    })
    const addressed = { channel, recipient: address, person_id: personId, party_uid: partyUid }
    const row = ({ kind, props }: Letter) => ({ ...addressed, kind, props: JSON.stringify(props) })
    const letters = wanted.map((it) => it.news)
    const [only] = letters
    if (only === undefined) return []
    // If some news is sent now, the letter contains all the news.
    if (wanted.some(({ delivery }) => delivery === 'now'))
      return [row(letters.length === 1 ? only : { kind: 'gathered', props: { letters } })]
    return letters.map((it) => ({ ...row(it), held: true, next_attempt_at: digestAt }))
  })
}

/** Decides when a member gets a piece of news. `actedOn` has the slots on which members have acted, as `slotsActedOn` returns them. */
function deliveryTo(recipient: Recipient, news: LetterWithNews, actedOn: ReadonlySet<string>) {
  const { personId, partyUid, digestAt } = recipient
  // News that only updates calendar events is queued for every member. The dispatcher sends it only to the members who have these events.
  const isMine =
    onlyUpdatesEvents(news) ||
    slotIdsOf(news).some((slotId) => actedOn.has(`${personId} ${partyUid} ${slotId}`))
  const startsBeforeDigest = startsOf(news).some((start) => start <= digestAt)
  const isUrgent = isCancellation(news)
  return deliveryOf({ isUrgent, category: categoryOf(news), isMine, startsBeforeDigest }, recipient)
}

/** Returns the members of these parties who have an address, once for each channel, in the order in which they joined. */
async function recipientsOf(tx: Tx, partyUids: readonly string[]) {
  const uids = [...new Set(partyUids)]
  const found = []
  for (const { name, addressOf } of channels) {
    const rows = await tx
      .selectFrom('memberships as m')
      .innerJoin('people as p', 'p.id', 'm.person_id')
      .leftJoin('masjids', 'masjids.uid', 'm.party_uid')
      .leftJoin('news_settings as s', (join) =>
        join.onRef('s.person_id', '=', 'm.person_id').onRef('s.party_uid', '=', 'm.party_uid'),
      )
      .where(sql<boolean>`m.party_uid = any(${uids}::uuid[])`)
      .orderBy('m.created_at')
      .orderBy('p.id')
      .select(['m.party_uid as partyUid', 'p.id as personId', addressOf('p').as('address')])
      .select(['s.delivery', 's.muted', 's.digest_hour as digestHour', databaseNow.as('now')])
      .select(sql<string | null>`coalesce(masjids.time_zone, s.time_zone)`.as('timeZone'))
      .execute()
    for (const { address, delivery, muted, digestHour, now, timeZone, ...member } of rows) {
      if (address === null) continue
      const hour = digestHour ?? defaultNewsSettings.digestHour
      found.push({
        ...member,
        channel: name,
        address,
        delivery: delivery ?? defaultNewsSettings.delivery,
        muted: muted ?? defaultNewsSettings.muted,
        digestHour: hour,
        digestAt: nextDigest(now, hour, timeZone ?? 'UTC'),
      })
    }
  }
  return found
}

/**
 * For the members who want only news that concerns them: returns the slots on which they have acted for the party, each as `<person>
 * <party> <slot>`. A slot that the masjid's plan has posted counts for the member who saved the plan last, because a job posted it, not a
 * member.
 */
async function slotsActedOn(
  tx: Tx,
  items: readonly AddressedNews[],
  recipients: readonly Recipient[],
): Promise<ReadonlySet<string>> {
  const people = recipients.filter(({ delivery }) => delivery === 'mine').map(({ personId }) => personId)
  if (people.length === 0) return new Set()
  const slotIds = items.flatMap(({ news }) => slotIdsOf(news))
  const { rows } = await sql<{ readonly acted: string }>`
    select concat_ws(' ', by_person_id, by_uid, slot_id) as acted from audit
    where slot_id = any(${slotIds}::uuid[]) and by_person_id = any(${people}::uuid[])
    union
    select concat_ws(' ', saved.by_person_id, saved.by_uid, p.slot_id)
    from planned_slots p cross join lateral (
      select by_person_id, by_uid from audit where masjid_uid = p.masjid_uid and event = 'plan_saved'
      order by id desc limit 1
    ) saved
    where p.slot_id = any(${slotIds}::uuid[]) and saved.by_person_id = any(${people}::uuid[])`.execute(tx)
  return new Set(rows.map(({ acted }) => acted))
}

/** Returns the slots that a piece of news is about. */
function slotsOf({ kind, props }: LetterWithNews) {
  return kind === 'masjid_moved' ? props.slots : [props.occasion]
}

/** Returns the starts of the khutbahs that a piece of news is about. */
function startsOf(news: LetterWithNews): readonly Date[] {
  const { timeZone } = news.props.occasion
  // Until this news arrives, the reader's mail calendar shows the former start. So a digest after the former start would be too late.
  const formerStarts = news.kind === 'you_moved_slot' ? [{ timeZone, ...news.props.from }] : []
  const starts = slotsOf(news).map(({ date, time }) => ({ date, time, timeZone }))
  return [...starts, ...formerStarts].flatMap((it) => instantOf(it.date, it.time, it.timeZone) ?? [])
}

function slotIdsOf(news: LetterWithNews): readonly string[] {
  return slotsOf(news).map((it) => it.slotId)
}
