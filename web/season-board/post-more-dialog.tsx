import { plural, t } from '@lingui/core/macro'
import type { OutputOf } from '../../contract/endpoint.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { call } from '../app/api-call.ts'
import { failureMessage, isOutcomeUnknown } from '../app/failure-message.ts'
import { formatList, formatTime } from '../app/format.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { useZoneLabel } from '../app/slot-time.tsx'
import { type Action, useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { messages } from '../words/season-board.en.po'
import type { MoreFridays } from './more-fridays.ts'

lingui.load('en', messages)

interface PostMoreDialogProps {
  fridays: MoreFridays
  onClose: () => void
}

/** Lists Fridays and times, with a button that posts all of them. If the server refuses one of the khutbahs, it posts none. */
export function PostMoreDialog({ fridays, onClose }: PostMoreDialogProps) {
  const { dates, likeSlots } = fridays
  const zoneOf = useZoneLabel()
  const count = dates.length
  const total = count * likeSlots.length
  const shownTimes = formatList(likeSlots.map((slot) => formatTime(slot.khutbahTime, zoneOf(slot))))
  const post: Action<MoreFridays, OutputOf<typeof addKhutbah>> = {
    run: ({ dates: [date = ''] }) =>
      call(addKhutbah, {
        masjidUid: 'me',
        date,
        times: likeSlots.map(({ khutbahTime: time, language }) => ({ time, language })),
        weeks: count,
      }),
    done: ({ slots }) => {
      const added = slots.filter((it) => it.isNew).length
      return plural(added, { one: '# khutbah added.', other: '# khutbahs added.' })
    },
    // If no response arrived, the server may have posted the khutbahs.
    failed: (error) =>
      isOutcomeUnknown(error) ? { text: failureMessage(error), reason: undefined } : t`Nothing was posted.`,
  }
  const { mutate, isPending } = useAction(post, { onDone: onClose, onRefused: onClose })
  return (
    <Dialog
      onClose={onClose}
      title={plural(count, { one: 'Post # more Friday', other: 'Post # more Fridays' })}
    >
      <p>{t`These Fridays get the times of your last posted Friday (${shownTimes}):`}</p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {dates.map((date) => (
          <li key={date} className="py-2 font-medium">
            <CalendarDate value={date} />
          </li>
        ))}
      </ul>
      <DialogActions onCancel={onClose}>
        <Button busy={isPending} busyText={t`Adding...`} onClick={() => mutate(fridays)}>
          {plural(total, { one: 'Post # Khutbah', other: 'Post # Khutbahs' })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
