import { t } from '@lingui/core/macro'
import { type blockAccount, unblockAccount } from '../../contract/blocks.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { call } from '../app/api-call.ts'
import type { Action } from '../app/use-action.ts'

/** A khateeb and a masjid. The uid of the signed-in party is `me`. */
export type KhateebMasjidPair = RawInputOf<typeof blockAccount>

export const unblock: Action<KhateebMasjidPair> = {
  run: (pair) => call(unblockAccount, pair),
  done: () => t`Unblocked.`,
  failed: () => t`Failed to unblock.`,
}
