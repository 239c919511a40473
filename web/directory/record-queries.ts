import { queryOptions } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { call } from '../app/api-call.ts'

export type MasjidRecord = OutputOf<typeof getMasjid>
export type KhateebRecord = OutputOf<typeof getUser>

/** One of the masjid's own khutbahs, with its slots. */
export type MasjidKhutbah = MasjidRecord['khutbahs'][number]
export type MasjidSlot = MasjidKhutbah['times'][number]
/** A slot that the khateeb is confirmed for. */
export type MyKhutbah = OutputOf<typeof getMyKhutbahs>[number]

/** How many items of each list a screen loads at first. */
export const masjidListLimits = { requests: 5, sentInvites: 5 }
export const khateebListLimits = { invites: 5, sentRequests: 5 }
export const myKhutbahsListLimits = { khutbahs: 4 }

/** Returns the query for the signed-in masjid's own record: its upcoming khutbahs, and up to `limits` of its requests and sent invites. */
export function masjidRecordQuery(limits = masjidListLimits) {
  return queryOptions({
    queryKey: ['masjid-record', limits],
    queryFn: () =>
      call(getMasjid, {
        uid: 'me',
        requests: String(limits.requests),
        sentInvites: String(limits.sentInvites),
      }),
  })
}

/** Returns the query for the signed-in khateeb's own record, with up to `limits` of his invites and sent requests. */
export function khateebRecordQuery(limits = khateebListLimits) {
  return queryOptions({
    queryKey: ['khateeb-record', limits],
    queryFn: () =>
      call(getUser, {
        uid: 'me',
        invites: String(limits.invites),
        sentRequests: String(limits.sentRequests),
      }),
  })
}

/** Returns the query for the next khutbahs that the signed-in khateeb is confirmed for. */
export function myKhutbahsQuery({ khutbahs } = myKhutbahsListLimits) {
  return queryOptions({
    queryKey: ['my-khutbahs', khutbahs],
    queryFn: async () => {
      // Fetches one more than the screen shows, to know whether there are more.
      const found = await call(getMyKhutbahs, { khateebUid: 'me', limit: khutbahs + 1 })
      return { khutbahs: found.slice(0, khutbahs), hasMore: found.length > khutbahs }
    },
  })
}
