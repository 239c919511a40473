import { createHash } from 'node:crypto'
import type { Pool, QueryConfig } from 'pg'
import { chordLength, milesBetween } from '../domain/directory/distance.ts'
import { loadZipTable } from '../server/places/zip-table.ts'
import { type Proposal, shownSlot, unreachableSlot } from './floor-slot.ts'
import { detailsText, nearestText, recordText, sessionText } from './floor-statements.ts'

/** Returns the response of a GET by a khateeb. */
type Read = (url: URL, khateebUid: string) => Promise<unknown>

/**
 * Returns the floor for reads: the fastest hand-written code that we know for the benchmark's GET calls. It uses one prepared statement for
 * the session and one for the response, and validates nothing. Its responses equal those of the product. It supports only a khateeb's reads
 * of the first page of a list, without a search text.
 */
export function floorReads(pool: Pool): (path: string, authorization: string) => Promise<unknown> {
  const zips = loadZipTable()
  const one = async (query: QueryConfig) => (await pool.query(query)).rows[0]

  const reads: Record<string, Read> = {
    async get_masjid_details({ pathname, searchParams }, khateebUid) {
      const masjidUid = pathname.split('/')[2]
      const values = [masjidUid, khateebUid, searchParams.get('khutbahs')]
      const {
        now,
        slots,
        proposals,
        pending,
        bookings,
        blockedBy,
        mark,
        limits,
        latitude,
        longitude,
        ...masjid
      } = await one({
        name: 'details',
        text: detailsText,
        values,
      })
      if (mark !== null || masjid.approvedOnly)
        throw new Error('The floor does not support masjids that choose their khateebs.')
      const here = { masjidUid: masjid.uid, latitude, longitude }
      const { away, latitude: fromLatitude, longitude: fromLongitude, ...maximums } = limits
      if (maximums.maxAMonth !== null || maximums.weeksBetween !== null)
        throw new Error('The floor does not support a khateeb’s limits for a month or between visits.')
      const miles = milesBetween({ latitude: fromLatitude, longitude: fromLongitude }, here)
      const isTooFar = maximums.maxMiles !== null && Math.round(miles * 10) / 10 > maximums.maxMiles
      const yourLimits = { miles, ...maximums }
      const context = { now, bookings, pending, blockedBy, khateebUid, here, away, isTooFar }
      const khutbahs: { date: string; times: unknown[] }[] = []
      for (const slot of slots) {
        if (khutbahs.at(-1)?.date !== slot.date) khutbahs.push({ date: slot.date, times: [] })
        const name = `${slot.date} ${slot.time}`
        // Proposals are matched by date and time, not by slot id: proposals for a removed slot count for a new slot at the same time.
        const ofSlot = proposals.filter((it: Proposal) => it.slotName === name)
        khutbahs.at(-1)?.times.push(shownSlot(slot, ofSlot, context))
      }
      const pendingWithYou = proposals
        .filter((it: Proposal) => it.state === 'pending' && new Date(it.startsAt) >= now)
        .map(({ direction, slotId, date, time, startsAt }: Proposal) => ({
          kind: direction,
          slotId,
          khutbahDate: date,
          khutbahTime: time,
          startsAt: new Date(startsAt).toISOString(),
          timeZone: masjid.timeZone,
        }))
      return { ...masjid, blocked: blockedBy.includes('khateeb'), pendingWithYou, yourLimits, khutbahs }
    },
    async get_masjids({ searchParams }, khateebUid) {
      const radius = Number(searchParams.get('radius'))
      const limit = Number(searchParams.get('limit'))
      const { rows } = await pool.query({
        name: 'nearest',
        text: nearestText,
        // Adds a margin for rounding errors, and one row to see whether there is a next page, as the product does.
        values: [khateebUid, chordLength(radius) + 1e-9, limit + 1],
      })
      const cards = []
      for (const { fromLatitude, fromLongitude, far: _, ...card } of rows) {
        const distance = milesBetween({ latitude: fromLatitude, longitude: fromLongitude }, card)
        if (distance <= radius && cards.length < limit) cards.push({ ...card, distance })
      }
      return cards
    },
    async users({ searchParams }, khateebUid) {
      const values = [khateebUid, searchParams.get('invites'), searchParams.get('sentRequests')]
      const { pending, ...profile } = await one({ name: 'record', text: recordText, values })
      const invites = []
      const sentRequests = []
      let [inviteCount, sentRequestCount] = [0, 0]
      for (const {
        direction,
        count,
        place: _,
        startsAt,
        invite,
        city,
        bookings,
        latitude,
        longitude,
        ...it
      } of pending) {
        const shown = { ...it, startsAt: new Date(startsAt).toISOString() }
        if (direction === 'invite') {
          inviteCount = count
          const here = { masjidUid: it.masjidUid, latitude, longitude }
          const distance = milesBetween(profile, { latitude, longitude })
          invites.push({
            ...shown,
            ...invite,
            city,
            distance,
            tooFarFrom: unreachableSlot(bookings, here, new Date(startsAt)),
          })
        } else {
          sentRequestCount = count
          sentRequests.push(shown)
        }
      }
      const timeZone = zips.find(profile.zipCode)?.timeZone ?? null
      return { ...profile, timeZone, invites, inviteCount, sentRequests, sentRequestCount }
    },
  }

  return async (path, authorization) => {
    const tokenHash = createHash('sha256').update(authorization.slice('Bearer '.length)).digest()
    const session = await one({ name: 'session', text: sessionText, values: [tokenHash] })
    if (session?.role !== 'khateeb') throw new Error('The caller is not a khateeb.')
    const url = new URL(path, 'http://floor')
    const read = reads[url.pathname.split('/')[1] ?? '']
    if (read === undefined) throw new Error(`The floor does not support ${path}.`)
    return read(url, session.uid)
  }
}
