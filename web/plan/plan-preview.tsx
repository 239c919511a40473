import { t } from '@lingui/core/macro'
import { reasonOf } from '../app/failure-message.ts'
import { TimeOfDay } from '../app/formatted-values.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Preview } from './plan-queries.ts'
import { shortDate } from './short-date.ts'

type State = Preview['fridays'][number]['times'][number]['state']

const stateNames: Readonly<Record<State, () => string>> = {
  posts: () => t`Will be posted`,
  later: () => t`Later`,
  posted: () => t`Posted`,
  moves: () => t`Moves here`,
  keeps: () => t`Stays: khateeb, invite or request`,
  stays_anyway: () => t`Can’t move, stays`,
  by_hand: () => t`Set by hand, stays`,
  canceled: () => t`Canceled by hand`,
  moved_away: () => t`Moved to another date by hand`,
  not_posted: () => t`Not posted`,
}

/** Whether the khutbah has no slot at its time in this state. */
const isWithoutSlot = (state: State) =>
  state === 'later' || state === 'canceled' || state === 'moved_away' || state === 'not_posted'

interface PlanPreviewProps {
  preview: Preview
  /** Why the preview of the draft failed. */
  error: Error | null
  closures: readonly string[]
}

/** The times of the next Fridays, as they will be when the plan on the screen is saved. */
export function PlanPreview({ preview, error, closures }: PlanPreviewProps) {
  if (error !== null)
    return (
      <Notice tone="danger" title={t`The preview failed.`}>
        {reasonOf(error) ?? t`Please try again later.`}
      </Notice>
    )
  return (
    <ul>
      {preview.fridays.map(({ date, times }) => (
        <li key={date} className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-0">
          <span className="min-w-16 font-medium">
            <time dateTime={date}>{shortDate(date)}</time>
          </span>
          <span className="grid grow grid-cols-1 gap-1">
            {times.length === 0 && (
              <span className="text-muted">{closures.includes(date) ? t`Closed` : t`No service`}</span>
            )}
            {times.map(({ time, state }) => (
              <span
                key={time}
                className={`flex flex-wrap justify-between gap-x-3 ${isWithoutSlot(state) ? 'text-muted' : ''}`}
              >
                <TimeOfDay value={time} />
                <span>{stateNames[state]()}</span>
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
