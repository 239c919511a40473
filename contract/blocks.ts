import * as z from 'zod/mini'
import { earlierActField } from './earlier-act.ts'
import { endpoint } from './endpoint.ts'
import { cursor, limit, ownUid } from './fields.ts'
import { changeOutcome } from './outcome-schemas.ts'
import { blockOutcome } from './proposal-schemas.ts'

const blockChangeOptions = {
  access: { khateeb: 'khateebUid', masjid: 'masjidUid' },
  body: z.object({ khateebUid: ownUid('khateebUid'), masjidUid: ownUid('masjidUid') }),
  failures: ['not_found'],
} as const

/**
 * A khateeb blocks a masjid, or a masjid blocks a khateeb. Neither can propose to the other until the block is removed, and
 * pending proposals between them are rejected or revoked. Confirmed assignments stay.
 */
export const blockAccount = endpoint('POST', '/block_account', {
  ...blockChangeOptions,
  output: z.extend(blockOutcome, earlierActField),
  unstoredLists: ['closed'],
})

export const unblockAccount = endpoint('POST', '/unblock_account', {
  ...blockChangeOptions,
  output: z.extend(changeOutcome, earlierActField),
})

/** Lists the accounts that the caller has blocked, newest first. */
export const getBlockedAccounts = endpoint('GET', '/blocked_accounts', {
  access: { khateeb: true, masjid: true },
  query: z.object({ limit, cursor }),
  output: z.array(
    z.object({
      uid: z.string(),
      name: z.string(),
      blockedAt: z.string(),
      /** Whether the account is suspended. The details of a suspended account are hidden. */
      suspended: z.boolean(),
    }),
  ),
  paged: true,
})
