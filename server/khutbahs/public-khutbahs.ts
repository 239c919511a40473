import { sql } from 'kysely'
import type { getMasjidDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { propose } from '../../domain/proposals/decide.ts'
import type { Situation } from '../../domain/proposals/proposal.ts'
import { iso, now, type Reader } from '../database/database.ts'
import { type Given, statement } from '../database/statement.ts'
import { formerKhateeb } from '../directory/former.ts'
import { khateebName } from '../directory/khateeb-name.ts'
import { blockedBetween, earlierBetween, isBusy, proposalsBetween } from '../proposals/between.ts'
import { byDate } from './by-date.ts'
import { slotTime } from './slot-time.ts'
import { begun, ofUpcomingKhutbah } from './upcoming.ts'

type PublicKhutbah = OutputOf<typeof getMasjidDetails>['khutbahs'][number]
type PublicSlot = PublicKhutbah['times'][number]

interface Asked {
  readonly masjidUid: string
  /** Only this date, YYYY-MM-DD. */
  readonly date: string | undefined
  /** The khateeb who looks; null for anybody else. */
  readonly viewer: string | null
}

/** A masjid's upcoming khutbahs as anybody may see them, and what the viewer has to do with each slot. */
export async function publicKhutbahs(
  reader: Reader,
  { masjidUid, date, viewer }: Asked,
): Promise<PublicKhutbah[]> {
  const rows = await slotsOfUpcoming(reader, { masjidUid, date: date ?? null, viewer })
  return byDate(rows, (row): PublicSlot => {
    const verdict = viewer === null ? null : propose('request', situationOf(row))
    return {
      time: { time: row.time },
      khateeb: row.khateeb ?? (row.khateebUid === null ? 'None' : formerKhateeb),
      startsAt: iso(row.startsAt),
      begun: row.begun,
      standing: standingOf(row, viewer),
      canRequest: verdict?.kind === 'make',
      cannotRequest: verdict?.kind === 'refused' && isUnseen(verdict.why) ? verdict.why : null,
    }
  })
}

type Row = Awaited<ReturnType<typeof slotsOfUpcoming>>[number]

function standingOf({ khateebUid, begun, proposals }: Row, viewer: string | null): PublicSlot['standing'] {
  if (khateebUid !== null && khateebUid === viewer) return 'confirmed'
  const pending = begun ? undefined : proposals.find((it) => it.state === 'pending')
  return pending === undefined ? null : standings[pending.direction]
}

const standings = { invite: 'invited', request: 'requested' } as const

/** What the rules judge a request of the viewer's by. */
function situationOf({ startsAt, khateebUid, ...row }: Row): Situation {
  return { ...row, slot: { startsAt, removed: false, filled: khateebUid !== null } }
}

/** Whether a refusal can't be read off the slot: who speaks, when, and what is pending. */
function isUnseen(why: string): why is NonNullable<PublicSlot['cannotRequest']> {
  return ['khateeb_busy', 'too_many_proposals', 'not_accepting', 'you_blocked'].includes(why)
}

const slot = {
  slotId: sql.ref('s.id'),
  masjidUid: sql.ref('s.masjid_uid'),
  startsAt: sql.ref('s.starts_at'),
}

const slotsOfUpcoming = statement(
  (reader, given: Given<{ masjidUid: string; date: string | null; viewer: string | null }>) =>
    reader
      .selectFrom('slots as s')
      .leftJoin('assignments as a', (join) =>
        join.onRef('a.slot_id', '=', 's.id').on('a.ended_at', 'is', null),
      )
      .leftJoin('khateebs as k', 'k.uid', 'a.khateeb_uid')
      .where('s.masjid_uid', '=', given('masjidUid'))
      .where('s.removed_at', 'is', null)
      .where(ofUpcomingKhutbah)
      .where(sql<boolean>`s.date = coalesce(${given('date')}, s.date)`)
      .orderBy('s.starts_at')
      .select([
        's.date',
        slotTime.as('time'),
        's.starts_at as startsAt',
        begun.as('begun'),
        'a.khateeb_uid as khateebUid',
        khateebName.$castTo<string | null>().as('khateeb'),
        now.as('now'),
        isBusy({ ...slot, khateebUid: given('viewer') }).as('khateebBusy'),
        blockedBetween({ ...slot, khateebUid: given('viewer') }).as('blockedBy'),
        proposalsBetween({ ...slot, khateebUid: given('viewer') }).as('proposals'),
        earlierBetween({ ...slot, khateebUid: given('viewer') }).as('earlier'),
      ]),
)
