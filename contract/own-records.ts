import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursor, limit, listLimitParameter, ownUid } from './fields.ts'
import { archivedKhutbah } from './khutbah-schemas.ts'
import { khateebProfileFields, masjidProfileFields } from './profile-fields.ts'
import { khateebRecord, masjidRecord } from './profile-schemas.ts'

const uidParam = z.object({ uid: ownUid('uid') })
const khateebRecordOptions = { access: { khateeb: 'uid' }, params: uidParam, output: khateebRecord } as const
const masjidRecordOptions = { access: { masjid: 'uid' }, params: uidParam, output: masjidRecord } as const

export const getUser = endpoint('GET', '/users/{uid}', {
  ...khateebRecordOptions,
  name: 'get_user',
  query: z.object({
    invites: listLimitParameter('invites'),
    sentRequests: listLimitParameter('sentRequests'),
  }),
})

/** Changes the khateeb's own profile. Absent fields stay unchanged. */
export const updateUser = endpoint('PATCH', '/users/{uid}', {
  ...khateebRecordOptions,
  name: 'update_user',
  body: z.partial(z.object(khateebProfileFields)),
})

export const getMasjid = endpoint('GET', '/masjids/{uid}', {
  ...masjidRecordOptions,
  name: 'get_masjid',
  query: z.object({
    requests: listLimitParameter('requests'),
    sentInvites: listLimitParameter('sentInvites'),
  }),
})

/** Changes the masjid's own profile. Absent fields stay unchanged. */
export const updateMasjid = endpoint('PATCH', '/masjids/{uid}', {
  ...masjidRecordOptions,
  name: 'update_masjid',
  needs: 'owner',
  body: z.partial(z.object(masjidProfileFields)),
  failures: ['zone_overlap', 'too_many_moves'],
})

/** Lists a masjid's past khutbahs, newest first. */
export const getArchivedKhutbahs = endpoint('GET', '/masjids/{uid}/archived_khutbahs', {
  ...masjidRecordOptions,
  query: z.object({ limit, cursor }),
  output: z.array(archivedKhutbah),
  paged: true,
})
