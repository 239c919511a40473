import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { unblock } from '../blocking/actions.ts'
import { ActionButton } from '../members/action-button.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { BlockDialogProps } from './block-dialog.tsx'

interface BlockControlProps extends Omit<BlockDialogProps, 'onClose'> {
  /** Whether the user has blocked the other account. */
  blocked: boolean
}

const LazyBlockDialog = lazyDialog(async () => (await import('./block-dialog.tsx')).BlockDialog)

/**
 * A button that blocks or unblocks the masjid or khateeb on the screen. A block closes the pending proposals between the two accounts, so a
 * dialog asks first and lists these proposals.
 */
export function BlockControl({ blocked, ...dialog }: BlockControlProps) {
  const nameId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const mayBlock = useHasRole('scheduler')
  if (!blocked && !mayBlock) return null
  return (
    <div>
      <span id={nameId} hidden>
        {dialog.name}
      </span>
      {blocked ? (
        <Notice
          tone="warning"
          title={t`You have blocked them`}
          action={
            <ActionButton action={unblock} given={dialog.pair} describedBy={nameId}>
              {t`Unblock`}
            </ActionButton>
          }
        >
          {t`Neither of you can send the other an invite or a request until you unblock them. Confirmed khutbahs stay confirmed.`}
        </Notice>
      ) : (
        // The negative margin aligns the label, not the button's edge, with the text around it.
        <div className="-ms-3 md:-ms-4">
          <Button variant="quiet" aria-describedby={nameId} onClick={() => setIsOpen(true)}>
            {dialog.label}
          </Button>
        </div>
      )}
      <LazyBlockDialog {...dialog} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </div>
  )
}
