import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { changePublicName } from '../../contract/schedule.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { Card } from '../ui/card.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { messages } from '../words/public-name.en.po'

lingui.load('en', messages)

const change: Action<boolean> = {
  run: (named) => call(changePublicName, { khateebUid: 'me', named }),
  done: (_, named) => (named ? t`Visitors can see your name.` : t`Visitors no longer see your name.`),
  failed: () => t`Failed to change who sees your name.`,
}

/** Lets a khateeb show or hide his name on public schedules. */
export function PublicNameSetting({ named }: { named: boolean }) {
  const hint = useId()
  const { mutate, isPending, variables } = useAction(change)
  return (
    <Card title={t`Public schedules`}>
      <Checkbox
        label={t`Show my name to visitors who aren’t signed in`}
        aria-describedby={hint}
        checked={isPending ? (variables ?? named) : named}
        aria-disabled={isPending}
        onChange={({ target }) => !isPending && mutate(target.checked)}
      />
      <p id={hint} className="text-muted">
        {t`Some masjids publish their schedule. Without this, visitors read “Confirmed” in place of your name.`}
      </p>
    </Card>
  )
}
