import { CallFailed } from '../../../contract/client.ts'
import { getMasjidDetails } from '../../../contract/directory.ts'
import { getMyKhutbahs, getPastKhutbahs } from '../../../contract/khutbahs.ts'
import { addressLine } from '../../../contract/map-url.ts'
import { getArchivedKhutbahs, getMasjid, getUser } from '../../../contract/own-records.ts'
import type { Database } from '../../../server/database/database.ts'
import type { TestAccount } from '../../runtime/people.ts'

/**
 * An event that a calendar must show. A past event has no title, status or location, because the lists of past khutbahs don't have them.
 */
export interface ExpectedEvent {
  readonly uid: string
  readonly startsAt: Date
  readonly title?: string
  readonly status?: 'CONFIRMED' | 'TENTATIVE' | undefined
  readonly location?: string | null | undefined
}

interface ListedSlot {
  readonly slotId: string
  readonly startsAt: string
}

const pastEvent = ({ slotId, startsAt }: ListedSlot, khateebUid: string): ExpectedEvent => ({
  uid: `${slotId}-${khateebUid}@minbar`,
  startsAt: new Date(startsAt),
})

/** Builds the events of a khateeb's khutbahs from the API's lists. */
export async function eventsOfKhateeb({ client, uid }: TestAccount): Promise<readonly ExpectedEvent[]> {
  const confirmed = await client.call(getMyKhutbahs, { khateebUid: 'me' })
  const { invites, sentRequests, underWay } = await client.call(getUser, { uid: 'me' })
  const { khutbahs: past } = await client.call(getPastKhutbahs, { uid: 'me', limit: '100' })
  const places = new Map<string, string | null>()
  for (const { masjidUid } of [...confirmed, ...invites, ...sentRequests])
    places.set(masjidUid, await locationOf(client, masjidUid))
  const event = (
    it: ListedSlot & { readonly masjidUid: string; readonly masjidName: string },
    status: ExpectedEvent['status'],
    title: string,
  ): ExpectedEvent => ({
    ...pastEvent(it, uid),
    title: `${title} at ${it.masjidName}`,
    status,
    location: places.get(it.masjidUid),
  })
  return [
    ...[...past, ...underWay].map((it) => pastEvent(it, uid)),
    ...confirmed.map((it) =>
      it.awaitsReconfirmation
        ? event(it, 'TENTATIVE', 'Please confirm again: khutbah')
        : event(it, 'CONFIRMED', 'Khutbah'),
    ),
    ...invites.map((it) => event(it, 'TENTATIVE', 'Invite: khutbah')),
    ...sentRequests.map((it) => event(it, 'TENTATIVE', 'You requested: khutbah')),
  ]
}

/**
 * Builds the events of a masjid's khutbahs from the API's lists. The lists omit the uid of a khateeb who has deleted his account, so the
 * uids for past khutbahs are read from the database.
 */
export async function eventsOfMasjid(
  { client, uid }: TestAccount,
  { db }: Database,
): Promise<readonly ExpectedEvent[]> {
  const { khutbahs, requests, sentInvites } = await client.call(getMasjid, { uid: 'me' })
  const archived = await client.call(getArchivedKhutbahs, { uid: 'me', limit: '100' })
  const location = await locationOf(client, uid)
  const event = (
    it: ListedSlot,
    khateebUid: string,
    status: ExpectedEvent['status'],
    title: string,
  ): ExpectedEvent => ({ ...pastEvent(it, khateebUid), title, status, location })
  const past = archived.flatMap(({ times }) => times)
  const assignments = await db.selectFrom('assignments').select(['id', 'khateeb_uid']).execute()
  const khateebOf = new Map(assignments.map((it) => [it.id, it.khateeb_uid]))
  const current = khutbahs.flatMap(({ times }) => times)
  return [
    ...past.flatMap((it) =>
      it.assignmentId === null ? [] : [pastEvent(it, khateebOf.get(it.assignmentId) ?? '')],
    ),
    ...current.flatMap(({ khateebUid, khateeb, awaitsReconfirmation, ...slot }) => {
      if (khateebUid === null) return []
      return awaitsReconfirmation
        ? [event(slot, khateebUid, 'TENTATIVE', `Asked to confirm again: khutbah by ${khateeb}`)]
        : [event(slot, khateebUid, 'CONFIRMED', `Khutbah by ${khateeb}`)]
    }),
    ...requests.map((it) =>
      event(it, it.requesterId, 'TENTATIVE', `Request: khutbah by ${it.requesterName}`),
    ),
    ...sentInvites.map((it) =>
      event(it, it.khateebUid, 'TENTATIVE', `Invited: khutbah by ${it.khateebName}`),
    ),
  ]
}

/**
 * Builds the events of a masjid's upcoming khutbahs from the masjid details for signed-out callers. The details don't have the UIDs of
 * events.
 */
export async function eventsOfSchedule(
  visitor: TestAccount['client'],
  { uid }: Pick<TestAccount, 'uid'>,
  now: Date,
): Promise<readonly Omit<ExpectedEvent, 'uid'>[]> {
  const details = await visitor.call(getMasjidDetails, { masjidId: uid, khutbahs: '100' })
  const { khutbahs, masjidAddress, ...place } = details
  return khutbahs
    .flatMap(({ times }) => times)
    .filter(({ startsAt }) => new Date(startsAt) >= now)
    .map(({ startsAt, khateeb, awaitsReconfirmation }) => ({
      startsAt: new Date(startsAt),
      title: khateeb === 'None' ? 'Khutbah' : `Khutbah: ${khateeb}`,
      status: khateeb === 'None' || awaitsReconfirmation ? 'TENTATIVE' : 'CONFIRMED',
      location: addressLine({ address: masjidAddress, ...place }),
    }))
}

/** Returns a masjid's address. Null for a suspended masjid, because the API returns no details of it. */
async function locationOf(client: TestAccount['client'], masjidId: string): Promise<string | null> {
  try {
    const { masjidAddress, ...place } = await client.call(getMasjidDetails, { masjidId })
    return addressLine({ address: masjidAddress, ...place })
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'not_found') return null
    throw error
  }
}
