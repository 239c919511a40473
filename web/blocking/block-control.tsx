import { t } from '@lingui/core/macro'
import { type ReactNode, useId, useRef } from 'react'
import { ActionButton } from '../members/action-button.tsx'
import { useRestoreFocus } from '../members/restore-focus.ts'
import { Notice } from '../ui/notice.tsx'
import { block, type Pair, unblock } from './actions.ts'

interface BlockControlProps {
  pair: Pair
  /** Of the other. */
  name: string
  /** Whoever looks has blocked them. */
  blocked: boolean
  /** What the button that blocks says. */
  children: ReactNode
}

/** Ends what is proposed between whoever looks and those the screen is about, at once: it can be taken back. */
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
          {t`Neither of you can send the other a request. What is confirmed stays.`}
        </Notice>
      ) : (
        // Its words stand where those around it do.
        <div className="-ms-3 md:-ms-4">
          <ActionButton variant="quiet" action={block} given={pair} describedBy={nameId}>
            {children}
          </ActionButton>
        </div>
      )}
    </div>
  )
}
