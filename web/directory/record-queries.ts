import { queryOptions } from '@tanstack/react-query'
import { getMasjid, getUser } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { call } from '../app/api-call.ts'

export type MasjidRecord = OutputOf<typeof getMasjid>
export type KhateebRecord = OutputOf<typeof getUser>

/** A date of the masjid's own, with its slots. */
export type OwnKhutbah = MasjidRecord['khutbahs'][number]
export type OwnSlot = OwnKhutbah['times'][number]
/** A slot that the khateeb is confirmed for. */
export type MyKhutbah = OutputOf<typeof getMyKhutbahs>[number]

/** How many of each list a screen asks for at first. */
export const masjidListLimits = { requests: 5, sentInvites: 5 }
export const khateebListLimits = { invites: 5, sentRequests: 5 }
export const myKhutbahsLimit = { khutbahs: 4 }

/** The signed-in masjid's own record: its upcoming khutbahs, and the first of the requests to it and of its invites. */
export function masjidRecordQuery(asked = masjidListLimits) {
  return queryOptions({
    queryKey: ['masjid-record', asked],
    queryFn: () =>
      call(getMasjid, {
        uid: 'me',
        requests: String(asked.requests),
        sentInvites: String(asked.sentInvites),
      }),
  })
}

/** The signed-in khateeb's own record: the first of the invites to him and of his requests. */
export function khateebRecordQuery(asked = khateebListLimits) {
  return queryOptions({
    queryKey: ['khateeb-record', asked],
    queryFn: () =>
      call(getUser, { uid: 'me', invites: String(asked.invites), sentRequests: String(asked.sentRequests) }),
  })
}

/** The first of what the signed-in khateeb is confirmed for from now on. */
export function myKhutbahsQuery({ khutbahs } = myKhutbahsLimit) {
  return queryOptions({
    queryKey: ['my-khutbahs', khutbahs],
    queryFn: async () => {
      // One more than is shown tells whether there are more.
      const found = await call(getMyKhutbahs, { khateebUid: 'me', limit: khutbahs + 1 })
      return { khutbahs: found.slice(0, khutbahs), hasMore: found.length > khutbahs }
    },
  })
}
