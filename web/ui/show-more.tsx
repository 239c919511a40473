import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { Button } from './button.tsx'

export interface ShowMoreProps {
  busy: boolean
  onMore: () => void
}

/**
 * The button under a list. It loads more items.
 * @param list the name of the list, for screen readers, because a screen may have several of these buttons
 */
export function ShowMore({ list, busy, onMore }: ShowMoreProps & { list: string }) {
  const id = useId()
  return (
    <div className="mt-6 flex justify-center">
      <span id={id} hidden>
        {list}
      </span>
      <Button variant="secondary" aria-describedby={id} busy={busy} busyText={t`Loading…`} onClick={onMore}>
        {t`Show More`}
      </Button>
    </div>
  )
}
