import { t } from '@lingui/core/macro'
import { type ReactNode, useId, useRef } from 'react'
import { ActionButton } from '../members/action-button.tsx'
import { useRestoreFocus } from '../members/restore-focus.ts'
import { Notice } from '../ui/notice.tsx'
import { type BlockPair, block, unblock } from './actions.ts'

interface BlockControlProps {
  pair: BlockPair
  /** Name of the other account. */
  name: string
  /** Whether the user has blocked the other account. */
  blocked: boolean
  /** Label of the Block button. */
  children: ReactNode
}

/**
 * Blocks the masjid or khateeb of the screen, or unblocks them. Blocking rejects or revokes the pending
 * proposals between the two. It needs no confirmation, as it can be undone.
 */
export function BlockControl({ pair, name, blocked, children }: BlockControlProps) {
  const nameId = useId()
  const place = useRef<HTMLDivElement>(null)
  useRestoreFocus(place)
  return (
    <div ref={place}>
      <span id={nameId} hidden>
        {name}
      </span>
      {blocked ? (
        <Notice
          tone="warning"
          title={t`You have blocked them`}
          action={
            <ActionButton action={unblock} given={pair} describedBy={nameId}>
              {t`Unblock`}
            </ActionButton>
          }
        >
          {t`Neither of you can send the other a request. Confirmed khutbahs stay confirmed.`}
        </Notice>
      ) : (
        // The negative margin aligns the label, not the button's edge, with the text around it.
        <div className="-ms-3 md:-ms-4">
          <ActionButton variant="quiet" action={block} given={pair} describedBy={nameId}>
            {children}
          </ActionButton>
        </div>
      )}
    </div>
  )
}
