import type { InputOf } from '../../contract/endpoint.ts'
import type { updateMasjid, updateUser } from '../../contract/own-records.ts'
import {
  khateebKeepsVerification,
  masjidKeepsVerification,
} from '../../domain/directory/keeps-verification.ts'
import { hasNewAddress } from '../../domain/khutbahs/has-moved.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { invalidField } from '../http/failure.ts'
import { changeTimeZone } from '../khutbahs/change-time-zone.ts'
import { lockUpcomingSlotsForMove, type UpcomingSlot } from '../khutbahs/lock-upcoming-slots.ts'
import { queueMoveNews } from '../khutbahs/queue-move-news.ts'
import { rescheduleHeldNews } from '../news/reschedule-held-news.ts'
import { placeColumns } from '../places/place-columns.ts'
import type { Place, ZipTable } from '../places/zip-table.ts'

type KhateebChanges = Omit<InputOf<typeof updateUser>, 'uid'>
type MasjidChanges = Omit<InputOf<typeof updateMasjid>, 'uid'>

/**
 * Updates the given fields of a khateeb's profile. A new ZIP also updates city, state and coordinates, and the time zone of his digests. If
 * a verified khateeb's name changes, he becomes unverified.
 */
export async function updateKhateebProfile(
  tx: Tx,
  zips: ZipTable,
  by: PartyActor,
  changes: KhateebChanges,
): Promise<void> {
  const { uid } = by
  const before = await tx
    .selectFrom('khateebs')
    .where('uid', '=', uid)
    .select(['first_name as firstName', 'last_name as lastName', 'bio', 'expertise', 'phone'])
    .select(['zip_code as zipCode', 'verified'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { verified, ...profile } = before
  const place = newPlace(zips, before, changes)
  const changed = changedFields(profile, changes)
  if (changed.length === 0) return
  // Kysely ignores undefined fields, so fields that the call leaves out stay unchanged.
  const set = {
    first_name: changes.firstName,
    last_name: changes.lastName,
    bio: changes.bio,
    expertise: changes.expertise,
    phone: changes.phone,
    ...(place && placeColumns(place)),
  }
  await tx.updateTable('khateebs').set(set).where('uid', '=', uid).execute()
  if (place) {
    // The hour of a daily digest is now in the new time zone.
    const settings = tx.updateTable('news_settings').set({ time_zone: place.timeZone })
    await settings.where('party_uid', '=', uid).execute()
    await rescheduleHeldNews(tx, uid, place.timeZone)
  }
  await recordAudit(tx, by, [{ event: 'profile_changed', khateebUid: uid, changed }])
  const { firstName = before.firstName, lastName = before.lastName } = changes
  if (verified && !khateebKeepsVerification(before, { firstName, lastName }))
    await unverify(tx, uid, { khateebUid: uid })
}

/**
 * Updates the given fields of a masjid's profile. A new ZIP also sets the time zone, unless the call gives another time zone of the state.
 * If the time zone changes, upcoming slots keep their wall-clock times, so their instants may change. Proposals that then overlap an
 * assignment of their khateeb are closed. News of a new address, ZIP or time zone goes to the khateebs who are confirmed for these slots or
 * have a pending proposal. A verified masjid becomes unverified if its name changes or if it moves far from its verified place.
 */
export async function updateMasjidProfile(
  tx: Tx,
  zips: ZipTable,
  by: PartyActor,
  changes: MasjidChanges,
): Promise<void> {
  const { uid } = by
  const before = await tx
    .selectFrom('masjids')
    .where('uid', '=', uid)
    .select(['masjid_name as masjidName', 'masjid_address as masjidAddress', 'website', 'phone'])
    .select(['time_zone as timeZone', 'zip_code as zipCode', 'city', 'state_code as stateCode'])
    .select(['verified_latitude as verifiedLatitude', 'verified_longitude as verifiedLongitude'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { city, stateCode, verifiedLatitude, verifiedLongitude, ...profile } = before
  const place = newPlace(zips, before, changes)
  const zones = zips.zonesOf(place?.stateCode ?? stateCode)
  if (changes.timeZone !== undefined && !zones.includes(changes.timeZone)) {
    throw invalidField('timeZone', 'time_zone_not_of_state', { zones: zones.join(', ') })
  }
  const timeZone = changes.timeZone ?? place?.timeZone ?? before.timeZone
  const changed = changedFields(profile, { ...changes, timeZone })
  if (changed.length === 0) return
  const here = {
    address: before.masjidAddress,
    city,
    stateCode,
    zipCode: before.zipCode,
    timeZone: before.timeZone,
  }
  const { masjidAddress: address = here.address, zipCode = here.zipCode } = changes
  const moves = hasNewAddress(here, { address, zipCode })
  const changesZone = timeZone !== before.timeZone
  // Lock the slots before the masjid changes: a khateeb who is confirmed later then gets the new place in his letter.
  const { slots, khateebUids } =
    moves || changesZone ? await lockUpcomingSlotsForMove(tx, uid) : { slots: [], khateebUids: [] }
  const set = {
    masjid_name: changes.masjidName,
    masjid_address: changes.masjidAddress,
    phone: changes.phone,
    website: changes.website,
    time_zone: timeZone,
    ...(place && placeColumns(place)),
  }
  await tx.updateTable('masjids').set(set).where('uid', '=', uid).execute()
  if (changesZone) await rescheduleHeldNews(tx, uid, timeZone)
  await recordAudit(tx, by, [{ event: 'profile_changed', masjidUid: uid, changed }])
  // The input field that gets the error if the new time zone is refused.
  const field = changes.timeZone === undefined ? 'zipCode' : 'timeZone'
  const { moved, closed } = changesZone
    ? await changeTimeZone(tx, by, { timeZone, field, upcoming: slots, khateebUids })
    : { moved: [], closed: [] }
  await queueMoveNews(tx, by, {
    before: here,
    upcoming: slots,
    changed: new Set(idsOf(moves ? slots : moved)),
    closed,
  })
  // The masjid is not verified.
  if (verifiedLatitude === null || verifiedLongitude === null) return
  const verified = {
    masjidName: before.masjidName,
    latitude: verifiedLatitude,
    longitude: verifiedLongitude,
  }
  const { masjidName = before.masjidName } = changes
  // Without a new ZIP, the masjid counts as being at its verified place.
  if (!masjidKeepsVerification(verified, { ...verified, ...place, masjidName }))
    await unverify(tx, uid, { masjidUid: uid })
}

const idsOf = (slots: readonly UpcomingSlot[]) => slots.map(({ slotId }) => slotId)

/**
 * Removes the verification, and audits it. Call this last, because calls lock a profile and its slots before the account. (Only the
 * operator’s commands lock the account first.)
 */
async function unverify(
  tx: Tx,
  uid: string,
  party: { readonly masjidUid: string } | { readonly khateebUid: string },
): Promise<void> {
  await tx.updateTable('parties').set({ verified: false }).where('uid', '=', uid).execute()
  await recordAudit(tx, { role: 'minbar' }, [{ event: 'account_unverified', ...party }])
}

/** Returns the names of the given fields that differ from before. */
function changedFields(
  before: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.keys(before).filter((name) => given[name] !== undefined && given[name] !== before[name])
}

/** Returns the place of a changed ZIP; undefined if the ZIP is unchanged. Throws a 400 for an unknown ZIP. */
function newPlace(
  zips: ZipTable,
  { zipCode: before }: { readonly zipCode: string },
  { zipCode = before }: { readonly zipCode?: string | undefined },
): Place | undefined {
  if (zipCode === before) return undefined
  const place = zips.find(zipCode)
  if (place === undefined) throw invalidField('zipCode', 'zip_not_valid')
  return place
}
