import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { getSlotHistory } from '../../contract/audit.ts'
import { callPage } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { pagedQuery } from '../app/paged-query.ts'
import { usePages } from '../app/use-pages.ts'
import { EventActorAndTime } from '../audit/event-actor-and-time.tsx'
import { SlotEvent } from '../audit/slot-event.tsx'
import { QueryView } from '../members/query-view.tsx'
import { QuotedText } from '../members/quoted-text.tsx'
import { RowsSkeleton } from '../members/skeletons.tsx'
import type { PostedSlot } from '../proposals/posted-slots.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { messages } from '../words/slot-panel.en.po'

lingui.load('en', messages)

/** The history of a slot, newest first. Loads when the user opens it. */
export function SlotEvents({ slotId }: Pick<PostedSlot, 'slotId'>) {
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
      <div id={id}>{isOpen && <Events slotId={slotId} />}</div>
    </div>
  )
}

function Events({ slotId }: Pick<PostedSlot, 'slotId'>) {
  const events = useInfiniteQuery(
    pagedQuery(['slot-events', slotId], (page) => callPage(getSlotHistory, { uid: 'me', slotId, ...page })),
  )
  const failed = t`Error fetching masjid data. Please try again later.`
  const { items, list, more } = usePages(events, failed)
  return (
    <QueryView query={events} failed={failed} skeleton={<RowsSkeleton rows={2} />}>
      {() => (
        <>
          <ul ref={list} className="grid gap-3">
            {items.map((entry, index) => (
              // Entries have no id. The index is safe as the key, because the items have no state.
              <li key={index}>
                <SlotEvent entry={entry} />
                {entry.reason !== null && <QuotedText text={entry.reason} />}
                <p className="text-sm text-muted">
                  <EventActorAndTime entry={entry} />
                </p>
              </li>
            ))}
          </ul>
          {more && <ShowMore {...more} list={t`What Happened`} />}
        </>
      )}
    </QueryView>
  )
}
