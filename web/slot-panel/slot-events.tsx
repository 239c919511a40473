import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { getSlotHistory } from '../../contract/audit.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { EventSource } from '../audit/event-source.tsx'
import { SlotEvent } from '../audit/slot-event.tsx'
import { QueryView } from '../members/query-view.tsx'
import { QuotedText } from '../members/quoted-text.tsx'
import { RowsSkeleton } from '../members/skeletons.tsx'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import { messages } from '../words/slot-panel.en.po'

lingui.load('en', messages)

/** The history of a slot, newest first. Loads when the user opens it. */
export function SlotEvents({ slot }: { slot: PostedSlot }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <button
        type="button"
        className="forced-edge -ms-2 flex min-h-control items-center gap-2 rounded-control px-2 font-semibold"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t`What Happened`}
        <ChevronDown className={`size-5 text-muted ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div id={id}>{isOpen && <Events slot={slot} />}</div>
    </div>
  )
}

function Events({ slot: { slotId, khutbahDate } }: { slot: PostedSlot }) {
  const events = useQuery({
    queryKey: ['slot-events', khutbahDate],
    queryFn: () => call(getSlotHistory, { uid: 'me', date: khutbahDate, limit: '100' }),
  })
  return (
    <QueryView
      query={events}
      failed={t`Error fetching masjid data. Please try again later.`}
      skeleton={<RowsSkeleton rows={2} />}
    >
      {(entries) => (
        <ul className="grid gap-3">
          {entries
            .filter((entry) => entry.slotId === slotId)
            .map((entry, index) => (
              // Entries have no id. The index is safe as the key, because the items have no state.
              <li key={index}>
                <SlotEvent entry={entry} />
                {entry.reason !== null && <QuotedText text={entry.reason} />}
                <p className="text-sm text-muted">
                  <EventSource entry={entry} />
                </p>
              </li>
            ))}
        </ul>
      )}
    </QueryView>
  )
}
