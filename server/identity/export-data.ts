import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { exportData } from '../../contract/identity.ts'
import { type Database, iso, now, type Reader } from '../database/database.ts'
import { khateebProfile } from '../directory/khateeb-record.ts'
import { masjidProfile } from '../directory/masjid-record.ts'
import { formerKhateeb, formerMasjid, khateebName, slotTime } from '../fragments/names-and-times.ts'
import type { Caller } from '../http/route.ts'
import { allBlockedBy } from '../proposals/blocked-accounts.ts'
import { formerEmailsOf, wasSentToAccount } from './former-emails.ts'
import { allSessions } from './list-sessions.ts'
import { newEmailOf } from './verify-email.ts'

type Exported = OutputOf<typeof exportData>

/**
 * All stored data about the caller, except secrets (password, tokens). Of other people it has only names, which the caller
 * has seen.
 */
export async function exportAccountData(database: Database, caller: Caller): Promise<Exported> {
  const { reader } = database
  const [account, profile, sessions, knownDevices, slots, proposals, assignments, blocks, letters, history] =
    await Promise.all([
      accountOf(reader, caller.uid),
      profileOf(database, caller),
      allSessions(reader, caller),
      devicesOf(reader, caller.uid),
      caller.role === 'masjid' ? slotsOf(reader, caller.uid) : [],
      proposalsOf(reader, caller),
      assignmentsOf(reader, caller),
      allBlockedBy(reader, caller),
      lettersTo(reader, caller.uid),
      historyOf(reader, caller),
    ])
  const blocked = blocks.map(({ name, blockedAt }) => ({ name, blockedAt }))
  return {
    ...account,
    profile,
    sessions,
    knownDevices,
    slots,
    proposals,
    assignments,
    blocked,
    letters,
    history,
  }
}

async function accountOf(reader: Reader, uid: string): Promise<Pick<Exported, 'exportedAt' | 'account'>> {
  const [row, newEmail, former] = await Promise.all([
    reader
      .selectFrom('accounts')
      .where('uid', '=', uid)
      .select(['created_at', 'email_verified_at', now.as('now')])
      .executeTakeFirstOrThrow(),
    newEmailOf(reader, uid),
    formerEmailsOf(reader, uid),
  ])
  const verifiedAt = row.email_verified_at
  return {
    exportedAt: iso(row.now),
    account: {
      createdAt: iso(row.created_at),
      emailVerifiedAt: verifiedAt && iso(verifiedAt),
      newEmail,
      formerEmails: former.map(({ email, changedAt }) => ({ email, changedAt: iso(changedAt) })),
    },
  }
}

function profileOf(database: Database, { uid, role }: Caller): Promise<Exported['profile']> {
  return role === 'khateeb' ? khateebProfile(database, uid) : masjidProfile(database.reader, uid)
}

async function devicesOf(reader: Reader, uid: string): Promise<Exported['knownDevices']> {
  const rows = await reader
    .selectFrom('known_devices')
    .where('uid', '=', uid)
    .orderBy('last_used_at', 'desc')
    .select(['first_used_at', 'last_used_at'])
    .execute()
  return rows.map((it) => ({ firstUsedAt: iso(it.first_used_at), lastUsedAt: iso(it.last_used_at) }))
}

const khutbahTime = slotTime('s').as('khutbahTime')
const masjidName = sql<string>`coalesce(m.masjid_name, ${sql.lit(formerMasjid)})`.as('masjidName')
const khateeb = sql<string>`coalesce(${khateebName('k')}, ${sql.lit(formerKhateeb)})`.as('khateebName')

async function slotsOf(reader: Reader, masjidUid: string): Promise<Exported['slots']> {
  const rows = await reader
    .selectFrom('slots as s')
    .where('masjid_uid', '=', masjidUid)
    .orderBy('starts_at')
    .select(['s.id as slotId', 'date as khutbahDate', khutbahTime, 'created_at', 'removed_at'])
    .execute()
  return rows.map(({ created_at, removed_at, ...slot }) => ({
    ...slot,
    postedAt: iso(created_at),
    removedAt: removed_at && iso(removed_at),
  }))
}

const ownColumn = { khateeb: 'khateeb_uid', masjid: 'masjid_uid' } as const

async function proposalsOf(reader: Reader, { uid, role }: Caller): Promise<Exported['proposals']> {
  const rows = await reader
    .selectFrom('proposals as p')
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .leftJoin('masjids as m', 'm.uid', 'p.masjid_uid')
    .leftJoin('khateebs as k', 'k.uid', 'p.khateeb_uid')
    .where(`p.${ownColumn[role]}`, '=', uid)
    .orderBy('p.number')
    .select(['s.id as slotId', 's.date as khutbahDate', khutbahTime, masjidName, khateeb])
    .select(['p.direction', 'p.state', 'p.created_at', 'p.decided_at'])
    .execute()
  return rows.map(({ created_at, decided_at, ...proposal }) => ({
    ...proposal,
    madeAt: iso(created_at),
    decidedAt: decided_at && iso(decided_at),
  }))
}

async function assignmentsOf(reader: Reader, { uid, role }: Caller): Promise<Exported['assignments']> {
  const rows = await reader
    .selectFrom('assignments as a')
    .innerJoin('slots as s', 's.id', 'a.slot_id')
    .leftJoin('masjids as m', 'm.uid', 'a.masjid_uid')
    .leftJoin('khateebs as k', 'k.uid', 'a.khateeb_uid')
    .where(`a.${ownColumn[role]}`, '=', uid)
    .orderBy('a.confirmed_at')
    .select(['s.id as slotId', 's.date as khutbahDate', khutbahTime, masjidName, khateeb])
    .select(['a.confirmed_at', 'a.ended_at', 'a.end_reason as endReason'])
    .select('a.withdrawal_reason as withdrawalReason')
    .execute()
  return rows.map(({ confirmed_at, ended_at, ...assignment }) => ({
    ...assignment,
    confirmedAt: iso(confirmed_at),
    endedAt: ended_at && iso(ended_at),
  }))
}

async function lettersTo(reader: Reader, uid: string): Promise<Exported['letters']> {
  const rows = await reader
    .selectFrom('letters as l')
    .where(wasSentToAccount(uid))
    .orderBy('l.created_at')
    .select(['l.kind', 'l.created_at', 'l.sent_at'])
    .execute()
  return rows.map(({ kind, created_at, sent_at }) => ({
    kind,
    writtenAt: iso(created_at),
    sentAt: sent_at && iso(sent_at),
  }))
}

async function historyOf(reader: Reader, { uid, role }: Caller): Promise<Exported['history']> {
  const rows = await reader
    .selectFrom('audit as e')
    .leftJoin('slots as s', 's.id', 'e.slot_id')
    .where(`e.${ownColumn[role]}`, '=', uid)
    .orderBy('e.id')
    .select(['e.happened_at', 'e.event', 'e.by_role', 'e.by_uid', 'e.changed', 's.date as khutbahDate'])
    .select(slotTime('s').$castTo<string | null>().as('khutbahTime'))
    .execute()
  return rows.map(({ happened_at, event, by_role, by_uid, changed, ...slot }) => ({
    at: iso(happened_at),
    event,
    by: by_uid === uid ? 'me' : by_role,
    changed,
    ...slot,
  }))
}
