import { queryOptions } from '@tanstack/react-query'
import { getMasjid, getUser } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { call } from '../app/call.ts'
import { queries, sessionKey } from '../app/queries.ts'

export type MasjidRecord = OutputOf<typeof getMasjid>
export type KhateebRecord = OutputOf<typeof getUser>

/** A date of the masjid's own, with its slots. */
export type OwnKhutbah = MasjidRecord['khutbahs'][number]
export type OwnSlot = OwnKhutbah['times'][number]
export type Request = MasjidRecord['requests'][number]
export type SentInvite = MasjidRecord['sentInvites'][number]
export type Invite = KhateebRecord['invites'][number]
export type SentRequest = KhateebRecord['sentRequests'][number]
/** A slot that the khateeb is confirmed for. */
export type MyKhutbah = OutputOf<typeof getMyKhutbahs>[number]

/** The signed-in masjid's own record: its upcoming khutbahs, the requests to it and its invites. */
export const masjidRecordQuery = queryOptions({
  queryKey: ['masjid-record'],
  queryFn: () => call(getMasjid, { uid: 'me' }),
})

/** The signed-in khateeb's own record: the invites to him and his requests. */
export const khateebRecordQuery = queryOptions({
  queryKey: ['khateeb-record'],
  queryFn: () => call(getUser, { uid: 'me' }),
})

/** What the signed-in khateeb is confirmed for from now on. */
export const myKhutbahsQuery = queryOptions({
  queryKey: ['my-khutbahs'],
  queryFn: () => call(getMyKhutbahs, { khateebUid: 'me' }),
})

/**
 * After an action: what is on the screen is asked for anew, the rest when it is next looked at. One fills a slot, and
 * lists of both sides change; so nothing but the session is taken to be still true. Resolves when the screen is.
 */
export function refreshScreen(): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey })
}
