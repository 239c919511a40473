import { t } from '@lingui/core/macro'
import { reasonOf } from '../app/failure-message.ts'
import { TimeOfDay } from '../app/formatted-values.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Preview } from './plan-queries.ts'
import { shortDate } from './short-date.ts'

type State = Preview['fridays'][number]['services'][number]['state']

const stateNames: Readonly<Record<State, () => string>> = {
  posts: () => t`Will be posted`,
  later: () => t`Later`,
  posted: () => t`Posted`,
  moves: () => t`Moves here`,
  stays_anyway: () => t`Can’t move here`,
  by_hand: () => t`Set by hand, stays as it is`,
  not_posted: () => t`Not posted`,
}

interface PlanPreviewProps {
  preview: Preview
  /** Why the preview of the draft failed. */
  error: Error | null
  closures: readonly string[]
}

/** What the plan posts on the next Fridays. */
export function PlanPreview({ preview, error, closures }: PlanPreviewProps) {
  if (error !== null)
    return (
      <Notice tone="danger" title={t`The preview failed.`}>
        {reasonOf(error) ?? t`Please try again later.`}
      </Notice>
    )
  return (
    <ul>
      {preview.fridays.map(({ date, services }) => (
        <li key={date} className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-0">
          <span className="min-w-16 font-medium">
            <time dateTime={date}>{shortDate(date)}</time>
          </span>
          <span className="grid grow grid-cols-1 gap-1">
            {services.length === 0 && (
              <span className="text-muted">{closures.includes(date) ? t`Closed` : t`No service`}</span>
            )}
            {services.map(({ key, time, state }) => (
              <span key={key} className="flex flex-wrap justify-between gap-x-3">
                <TimeOfDay value={time} />
                <span className={state === 'later' ? 'text-muted' : ''}>{stateNames[state]()}</span>
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
