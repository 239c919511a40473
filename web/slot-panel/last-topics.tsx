import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getTopics } from '../../contract/topics.ts'
import { call } from '../app/api-call.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import { Notice } from '../ui/notice.tsx'
import { messages } from '../words/slot-panel.en.po'

lingui.load('en', messages)

/** For a slot with a topic: the masjid's last topics, and a warning if another khutbah within 12 weeks has the same topic. */
export function LastTopics({ slot }: { slot: PostedSlot }) {
  const topics = useQuery({
    queryKey: ['topics'],
    queryFn: () => call(getTopics, { uid: 'me', limit: '9' }),
    enabled: slot.topic !== null,
  })
  if (slot.topic === null) return null
  const others = (topics.data ?? []).filter(({ slotId }) => slotId !== slot.slotId).slice(0, 8)
  return (
    <>
      {slot.topicComesAgainOn !== null && (
        <Notice tone="warning" title={t`This topic is repeated`}>
          <Trans>
            It is also the topic on <CalendarDate value={slot.topicComesAgainOn} />.
          </Trans>
        </Notice>
      )}
      {others.length > 0 && (
        <section>
          <h3 className="font-semibold">{t`Other Topics Here`}</h3>
          <ul className="mt-1 grid gap-1 text-sm text-muted">
            {others.map(({ slotId, date, topic, khateeb }) => (
              <li key={slotId}>
                <CalendarDate value={date} dayless />: <bdi className="wrap-anywhere">{topic}</bdi> ·{' '}
                <bdi>{khateeb}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
