import type * as z from 'zod/mini'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getUser } from '../../contract/own-records.ts'
import type { khateebProfile as profileShape } from '../../contract/profile-schemas.ts'
import type { Database, Queryable } from '../database/database.ts'
import { type PlaceholderOf, preparedStatement } from '../database/prepared-statement.ts'
import {
  assignmentsUnderWayOf,
  assignmentUnderWay,
  awaitingReconfirmationCount,
} from '../khutbahs/confirmed-khutbahs.ts'
import type { ZipTable } from '../places/zip-table.ts'
import {
  groupPendingRowsOfKhateeb,
  type PendingLimits,
  pendingProposalsOfKhateeb,
} from '../proposals/pending-proposals.ts'
import { contactOf } from '../sql-fragments/contact-of.ts'
import { profileColumns } from './profile-columns.ts'

/**
 * Returns a khateeb's own record with his khutbahs under way and his pending invites and requests. `invites` and `sentRequests` limit the
 * numbers of proposals; without a limit, the record has all proposals.
 */
export async function khateebRecord(
  database: Database,
  zips: ZipTable,
  { uid, invites, sentRequests }: InputOf<typeof getUser>,
): Promise<OutputOf<typeof getUser>> {
  const limits = { invites: invites ?? null, requests: sentRequests ?? null }
  const [record] = await selectRecord(database, { uid, ...limits })
  if (record === undefined) throw new Error(`There is no khateeb ${uid}`)
  const { pending, underWay, ...profile } = record
  const timeZone = zips.find(profile.zipCode)?.timeZone ?? null
  return {
    timeZone,
    underWay: underWay.map(assignmentUnderWay),
    // The spreads come last, because V8 would take a microsecond for each field that follows them.
    ...profile,
    ...groupPendingRowsOfKhateeb(pending),
  }
}

/** Returns a khateeb's record without khutbahs and pending proposals. */
export async function khateebProfile(database: Database, uid: string): Promise<z.infer<typeof profileShape>> {
  const [profile] = await selectProfile(database, { uid })
  if (profile === undefined) throw new Error(`There is no khateeb ${uid}`)
  return profile
}

const selectProfile = preparedStatement(profileOf)
const selectRecord = preparedStatement((reader, param: PlaceholderOf<PendingLimits & { uid: string }>) =>
  profileOf(reader, param).select([
    pendingProposalsOfKhateeb(reader, param).as('pending'),
    assignmentsUnderWayOf(reader, param('uid')).as('underWay'),
    awaitingReconfirmationCount(param('uid')).as('reconfirmationCount'),
  ]),
)

function profileOf(reader: Queryable, param: PlaceholderOf<{ uid: string }>) {
  return reader
    .selectFrom('khateebs as k')
    .innerJoin('parties as party', 'party.uid', 'k.uid')
    .innerJoinLateral(contactOf('k').as('contact'), (join) => join.onTrue())
    .where('k.uid', '=', param('uid'))
    .select([
      ...profileColumns('k', 'party', 'contact'),
      'k.first_name as firstName',
      'k.last_name as lastName',
    ])
    .select(['k.bio', 'k.expertise', 'k.named_publicly as namedPublicly'])
}
