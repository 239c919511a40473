import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Ref } from 'react'
import { LinkButton } from '../app/link-button.tsx'
import { paths } from '../app/paths.ts'
import type { OwnKhutbah } from '../directory/record-queries.ts'
import { QueryView } from '../members/query-view.tsx'
import { Card } from '../ui/card.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { type DatedSlot, openDates } from './open-slots.ts'
import { SlotPicker } from './slot-picker.tsx'

interface SlotPickerCardProps {
  ref: Ref<HTMLElement>
  /** The masjid's own record. */
  record: UseQueryResult<{ readonly khutbahs: readonly OwnKhutbah[] }>
  slot: DatedSlot | undefined
  choose: (slotId: string) => void
  /** A khateeb was requested without a chosen slot: show an error at the picker. */
  isSlotMissing: boolean
}

/** The card in which the masjid picks the open slot to fill. */
export function SlotPickerCard({ ref, record, slot, choose, isSlotMissing }: SlotPickerCardProps) {
  return (
    <Card ref={ref} title={t`The Slot to Fill`}>
      <QueryView
        query={record}
        failed={t`Error fetching masjid data. Please try again later.`}
        skeleton={<PickerSkeleton />}
      >
        {({ khutbahs }) =>
          openDates(khutbahs).length === 0 ? (
            <div className="grid gap-4">
              <p className="text-muted">{t`You have no open slots. Post a khutbah, then request a khateeb for it.`}</p>
              <LinkButton to={paths.masjidLanding} variant="secondary" wide>
                {t`Go to my dashboard`}
              </LinkButton>
            </div>
          ) : (
            <SlotPicker
              label={t`Khutbah slot`}
              khutbahs={khutbahs}
              value={slot}
              onChange={choose}
              error={isSlotMissing && slot === undefined ? t`Please select a khutbah slot first.` : undefined}
            />
          )
        }
      </QueryView>
    </Card>
  )
}

/** Placeholder for the picker. */
export function PickerSkeleton() {
  return (
    <Loading label={t`Loading…`}>
      <Skeleton className="mb-1.5 h-6 w-28" />
      <Skeleton className="h-control" />
    </Loading>
  )
}
