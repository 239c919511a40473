import type { OutputOf } from '../../contract/endpoint.ts'
import type { exportData } from '../../contract/identity.ts'
import type { Database } from '../database/database.ts'
import { khateebProfile } from '../directory/khateeb-record.ts'
import { masjidProfile } from '../directory/masjid-record.ts'
import type { Caller } from '../http/route.ts'
import { storedPlan } from '../plans/stored-plan.ts'
import { blocksBy } from '../proposals/blocked-accounts.ts'
import {
  assignmentsOf,
  availabilityOf,
  historyOf,
  newsOf,
  ourKhateebsOf,
  proposalsOf,
  publicScheduleOf,
  requestedApprovalsOf,
  slotsOf,
} from './exported-party-data.ts'
import {
  accountOf,
  calendarAddressesOf,
  devicesOf,
  invitationsBy,
  invitationsTo,
  lettersTo,
  membershipsOf,
  newsSettingsOf,
} from './exported-person-data.ts'
import { sessionsOf } from './list-sessions.ts'
import { factorsOf } from './second-factor/factors.ts'

/**
 * Returns all stored data about the caller, except secrets (password, tokens, keys). About other people, the export has only names that the
 * caller has seen, and email addresses that the caller has invited. Runs one query after the other, so that an export uses only one
 * connection.
 */
export async function exportAccountData(
  database: Database,
  caller: Caller,
): Promise<OutputOf<typeof exportData>> {
  const { db } = database
  const { uid, role, personId } = caller
  const blocks = await blocksBy(db, caller).execute()
  return {
    ...(await accountOf(db, personId)),
    profile: await (role === 'khateeb' ? khateebProfile(database, uid) : masjidProfile(db, uid)),
    sessions: await sessionsOf(db, caller).execute(),
    knownDevices: await devicesOf(db, personId),
    secondFactors: (await factorsOf(db, personId)).map(({ kind, device, addedAt }) => ({
      kind,
      device,
      addedAt,
    })),
    calendarAddresses: await calendarAddressesOf(db, personId),
    slots: role === 'masjid' ? await slotsOf(db, uid) : [],
    publicSchedule: await publicScheduleOf(db, caller.uid),
    proposals: await proposalsOf(db, caller),
    assignments: await assignmentsOf(db, caller),
    memberships: await membershipsOf(db, personId),
    invitationsSent: await invitationsBy(db, personId),
    invitationsReceived: await invitationsTo(db, personId),
    availability: role === 'khateeb' ? await availabilityOf(db, uid) : null,
    plan: role === 'masjid' ? await storedPlan(db, uid) : null,
    ourKhateebs: role === 'masjid' ? await ourKhateebsOf(db, uid) : null,
    approvalsAsked: await requestedApprovalsOf(db, uid),
    blocked: blocks.map(({ name, blockedAt }) => ({ name, blockedAt })),
    newsSettings: await newsSettingsOf(db, personId),
    news: await newsOf(db, caller),
    letters: await lettersTo(db, personId),
    history: await historyOf(db, caller),
  }
}
