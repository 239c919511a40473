import { plural, t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { maxSlotsToRequest } from '../../contract/proposals.ts'
import { lingui } from '../app/i18n.ts'
import { usePages } from '../app/use-pages.ts'
import { type Khutbah, type Masjid, masjidQuery } from '../directory/masjid-queries.ts'
import { QueryView } from '../members/query-view.tsx'
import { RowsSkeleton } from '../members/skeletons.tsx'
import type { DatedSlot } from '../proposals/open-slots.ts'
import { RequestSelectedSlots } from '../proposals/request-selected-slots.tsx'
import { SlotCheckboxes } from '../proposals/slot-checkboxes.tsx'
import { useSlotSelection } from '../proposals/use-slot-selection.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { messages } from '../words/several-requests.en.po'
import { requestableDates } from './requestable-dates.ts'
import { SlotNotes } from './slot-actions.tsx'

lingui.load('en', messages)

export interface RequestSlotsDialogProps {
  masjid: Pick<Masjid, 'uid' | 'masjidName'>
  onClose: () => void
}

/** The dialog in which a khateeb selects several slots of a masjid, and requests them with one press. */
export function RequestSlotsDialog({ masjid: { uid, masjidName }, onClose }: RequestSlotsDialogProps) {
  const query = useInfiniteQuery(masjidQuery(uid))
  const failed = t`Error loading masjid details. Please try again later.`
  const { items, more } = usePages(query, failed)
  return (
    <Dialog onClose={onClose} title={<bdi>{masjidName}</bdi>}>
      <QueryView query={query} failed={failed} skeleton={<RowsSkeleton rows={4} />}>
        {({ masjid }) =>
          masjid && (
            <SlotsToRequest
              masjid={masjid}
              khutbahs={items}
              more={more && <ShowMore {...more} list={masjidName} />}
              onDone={onClose}
            />
          )
        }
      </QueryView>
    </Dialog>
  )
}

interface SlotsToRequestProps {
  masjid: Masjid
  khutbahs: readonly Khutbah[]
  /** The button that loads later dates; undefined if all dates are loaded. */
  more: ReactNode
  onDone: () => void
}

function SlotsToRequest({ masjid, khutbahs, more, onDone }: SlotsToRequestProps) {
  const selection = useSlotSelection()
  const dates = requestableDates(khutbahs)
  // Leaves out slots that were filled after their selection.
  const selected = dates.flatMap(({ slots }) => slots).filter(({ slotId }) => selection.ids.has(slotId))
  // Keeps the dialog open if the khateeb has selected another slot while the request was being sent.
  const closeIfAllRequested = (requested: readonly DatedSlot[]) => {
    const ids = new Set(requested.map(({ slotId }) => slotId))
    if (selected.every(({ slotId }) => ids.has(slotId))) onDone()
    else selection.deselect(requested)
  }
  if (dates.length === 0) return <NoSlotsToRequest dateCount={khutbahs.length} more={more} />
  return (
    <>
      {!masjid.verified && <Notice tone="warning">{t`This masjid isn’t verified yet.`}</Notice>}
      <p className="my-4 text-muted">
        {t`Select the slots that you can lead. The masjid gets one email, and sees your phone number while your requests wait.`}
      </p>
      <SlotCheckboxes
        dates={dates}
        selection={selection}
        isFull={selected.length >= maxSlotsToRequest}
        timeZone={masjid.timeZone}
      >
        {(slot) => <SlotNotes slot={slot} masjid={masjid} />}
      </SlotCheckboxes>
      {more}
      {selected.length > 0 && (
        <div className="sticky-bar sticky bottom-0 mt-4 grid gap-2 border-t border-line bg-page py-3">
          <RequestSelectedSlots
            slots={selected.map((it) => ({ ...it, timeZone: masjid.timeZone }))}
            onClear={() => selection.select(new Set())}
            onDone={closeIfAllRequested}
          />
        </div>
      )}
    </>
  )
}

interface NoSlotsToRequestProps extends Pick<SlotsToRequestProps, 'more'> {
  /** The number of dates that are loaded. */
  dateCount: number
}

/** Replaces the slots if the khateeb can't request any slot of the loaded dates. Later dates may have slots that he can request. */
function NoSlotsToRequest({ dateCount, more }: NoSlotsToRequestProps) {
  if (more === undefined) return <p className="text-muted">{t`There is no slot that you can request now.`}</p>
  return (
    <>
      <p className="text-muted">
        {plural(dateCount, {
          one: 'You can’t request a slot on the next date.',
          other: 'You can’t request a slot on the next # dates.',
        })}
      </p>
      {more}
    </>
  )
}
