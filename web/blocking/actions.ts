import { t } from '@lingui/core/macro'
import type { OutputOf, SentTo } from '../../contract/endpoint.ts'
import { blockAccount, unblockAccount } from '../../contract/proposals.ts'
import { call } from '../app/api-call.ts'
import type { Action } from '../app/use-action.ts'
import { closedText } from '../members/closed-proposals.ts'

/** A khateeb and a masjid. The uid of the signed-in one is `me`. */
export type BlockPair = SentTo<typeof blockAccount>

export const block: Action<BlockPair, OutputOf<typeof blockAccount>> = {
  run: (pair) => call(blockAccount, pair),
  done: ({ closed }) => ({
    text: t`Blocked. You won’t get any more requests from them.`,
    reason: closedText(closed),
  }),
  failed: () => t`Failed to block.`,
}

export const unblock: Action<BlockPair> = {
  run: (pair) => call(unblockAccount, pair),
  done: () => t`Unblocked.`,
  failed: () => t`Failed to unblock.`,
}
