import { useState } from 'react'
import type { Khutbah, Masjid } from '../directory/masjid-queries.ts'
import { RequestSlotsDialog } from './lazy-request-slots-dialog.ts'
import { RequestSlotsButton } from './request-slots-button.tsx'
import { requestableDates } from './requestable-dates.ts'

interface RequestSlotsProps {
  masjid: Pick<Masjid, 'uid' | 'masjidName'>
  khutbahs: readonly Khutbah[]
}

/**
 * A button with the dialog in which a khateeb requests several slots of a masjid. Hidden if he may request fewer than two slots of the
 * khutbahs, unless the dialog is open.
 */
export function RequestSlots({ masjid, khutbahs }: RequestSlotsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const slots = requestableDates(khutbahs).flatMap((it) => it.slots)
  if (slots.length < 2 && !isOpen) return null
  return (
    <>
      <RequestSlotsButton onOpen={() => setIsOpen(true)} />
      <RequestSlotsDialog isOpen={isOpen} masjid={masjid} onClose={() => setIsOpen(false)} />
    </>
  )
}
