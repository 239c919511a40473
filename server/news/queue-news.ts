import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { inBatches } from '../database/in-batches.ts'
import { channels } from '../letters/channels/channels.ts'
import type { LetterWithNews } from '../letters/content/letter.ts'

/** News and the party that it is for. */
export interface AddressedNews {
  readonly partyUid: string
  readonly news: LetterWithNews
}

/**
 * Writes news in the transaction of the change that it reports, and queues a letter with it for each member of the party: so both exist if
 * and only if the change is committed. Deleted parties get none. Takes no locks on members, who may be removed or change their address
 * meanwhile: the dispatcher checks again.
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
  const rows = kept.map(({ partyUid, news }) => ({
    party_uid: partyUid,
    kind: news.kind,
    props: JSON.stringify(withoutNames(news)),
  }))
  for (const batch of inBatches(rows)) await tx.insertInto('news').values(batch).execute()
  for (const batch of inBatches(await lettersWith(tx, kept)))
    await tx.insertInto('letters').values(batch).execute()
}

/**
 * The props of news as the table stores them for weeks: without names, and without the reason for a withdrawal, which are read from where
 * a deletion erases them.
 */
function withoutNames({ props }: LetterWithNews) {
  const { khateebName: _, occasion, ...rest } = props
  const { slotId, masjidUid, date, time, timeZone } = occasion
  const { reason: __, closed, ...facts } = { reason: undefined, closed: undefined, ...rest }
  return {
    ...facts,
    occasion: { slotId, masjidUid, date, time, timeZone },
    ...(closed !== undefined && { closed: closed.map(({ otherSide: ___, ...it }) => it) }),
  }
}

/** The letters with this news: for each channel, one to each member of the party who has an address there. */
async function lettersWith(tx: Tx, items: readonly AddressedNews[]) {
  const uids = [...new Set(items.map((it) => it.partyUid))]
  const recipients: { channel: string; partyUid: string; personId: string; address: string | null }[] = []
  for (const channel of channels) {
    const found = await tx
      .selectFrom('memberships as m')
      .innerJoin('people as p', 'p.id', 'm.person_id')
      .where(sql<boolean>`m.party_uid = any(${uids}::uuid[])`)
      .orderBy('m.created_at')
      .orderBy('p.id')
      .select(['m.party_uid as partyUid', 'p.id as personId', channel.addressOf('p').as('address')])
      .execute()
    recipients.push(...found.map((it) => ({ ...it, channel: channel.name })))
  }
  return items.flatMap(({ partyUid, news }) =>
    recipients.flatMap(({ channel, personId, address, ...it }) =>
      it.partyUid !== partyUid || address === null
        ? []
        : [
            {
              channel,
              recipient: address,
              person_id: personId,
              party_uid: partyUid,
              kind: news.kind,
              props: JSON.stringify(news.props),
            },
          ],
    ),
  )
}
