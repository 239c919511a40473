import { sql } from 'kysely'
import type { Role } from '../../contract/endpoint.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { databaseNowPerStatement } from '../sql-fragments/upcoming.ts'

interface Account {
  readonly role: Role
  readonly uid: string
}

/**
 * Audits that an account was suspended or restored, with an entry for each party on the other side of its assignments and pending
 * proposals. So the open screens of these parties refresh. While the account is suspended, these screens mark it as suspended and hide its
 * proposals.
 */
export async function auditSuspensionForCounterparties(tx: Tx, by: Actor, account: Account): Promise<void> {
  const uids = await (account.role === 'masjid' ? khateebsOf(tx, account.uid) : masjidsOf(tx, account.uid))
  const entries = uids.map((uid) => ({
    event: 'other_side_suspended_or_restored' as const,
    ...(account.role === 'masjid'
      ? { masjidUid: account.uid, khateebUid: uid }
      : { masjidUid: uid, khateebUid: account.uid }),
  }))
  await recordAudit(tx, by, entries)
}

/** Screens may show a slot for up to 25 hours after its start, until all slots of its date have begun. */
const earliestShownStart = sql`${databaseNowPerStatement} - interval '25 hours'`

async function khateebsOf(tx: Tx, masjidUid: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select a.khateeb_uid as uid from slots s join assignments a on a.slot_id = s.id and a.ended_at is null
    where s.masjid_uid = ${masjidUid} and s.removed_at is null and s.starts_at > ${earliestShownStart}
    union
    select khateeb_uid from proposals where masjid_uid = ${masjidUid} and state = 'pending'`.execute(tx)
  return rows.map(({ uid }) => uid)
}

async function masjidsOf(tx: Tx, khateebUid: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select masjid_uid as uid from assignments
    where khateeb_uid = ${khateebUid} and ended_at is null and starts_at > ${earliestShownStart}
    union
    select masjid_uid from proposals where khateeb_uid = ${khateebUid} and state = 'pending'`.execute(tx)
  return rows.map(({ uid }) => uid)
}
