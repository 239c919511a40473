import { t } from '@lingui/core/macro'
import { Button } from './button.tsx'

export interface ShowMoreProps {
  busy: boolean
  onMore: () => void
}

/** The button under a list. It loads more items. */
export function ShowMore({ busy, onMore }: ShowMoreProps) {
  return (
    <div className="mt-6 flex justify-center">
      <Button variant="secondary" busy={busy} busyText={t`Loading…`} onClick={onMore}>
        {t`Show More`}
      </Button>
    </div>
  )
}
