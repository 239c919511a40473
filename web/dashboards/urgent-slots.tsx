import type { MasjidRecord } from '../directory/record-queries.ts'
import { MasjidSlotsUnderWay } from './masjid-slots-under-way.tsx'
import { SlotsWithoutKhateeb } from './slots-without-khateeb.tsx'

interface UrgentSlotsProps {
  masjid: MasjidRecord
  /** Opens the panel of a slot, by its id. */
  onOpen: (slotId: string) => void
}

/** The top of a masjid's dashboard: the slots that need a khateeb, and the slots under way. */
export function UrgentSlots({ masjid, onOpen }: UrgentSlotsProps) {
  return (
    <>
      <SlotsWithoutKhateeb masjid={masjid} onOpen={onOpen} />
      <MasjidSlotsUnderWay slots={masjid.underWay} />
    </>
  )
}
