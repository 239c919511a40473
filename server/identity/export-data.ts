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
  const { reader } = database
  const { uid, role, personId } = caller
  const blocks = await blocksBy(reader, caller).execute()
  return {
    ...(await accountOf(reader, personId)),
    profile: await (role === 'khateeb' ? khateebProfile(database, uid) : masjidProfile(reader, uid)),
    sessions: await sessionsOf(reader, caller).execute(),
    knownDevices: await devicesOf(reader, personId),
    secondFactors: (await factorsOf(reader, personId)).map(({ kind, device, addedAt }) => ({
      kind,
      device,
      addedAt,
    })),
    calendarAddresses: await calendarAddressesOf(reader, personId),
    slots: role === 'masjid' ? await slotsOf(reader, uid) : [],
    publicSchedule: await publicScheduleOf(reader, caller.uid),
    proposals: await proposalsOf(reader, caller),
    assignments: await assignmentsOf(reader, caller),
    memberships: await membershipsOf(reader, personId),
    invitationsSent: await invitationsBy(reader, personId),
    invitationsReceived: await invitationsTo(reader, personId),
    availability: role === 'khateeb' ? await availabilityOf(reader, uid) : null,
    plan: role === 'masjid' ? await storedPlan(reader, uid) : null,
    ourKhateebs: role === 'masjid' ? await ourKhateebsOf(reader, uid) : null,
    approvalsAsked: await requestedApprovalsOf(reader, uid),
    blocked: blocks.map(({ name, blockedAt }) => ({ name, blockedAt })),
    newsSettings: await newsSettingsOf(reader, personId),
    news: await newsOf(reader, caller),
    letters: await lettersTo(reader, personId),
    history: await historyOf(reader, caller),
  }
}
