import { t } from '@lingui/core/macro'
import { type ComponentProps, type ReactNode, useId } from 'react'
import type { getOpenSlots } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { formatLanguage } from '../app/format-language.ts'
import { CalendarDate, Miles } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { SlotTime, useZoneLabel } from '../app/slot-time.tsx'
import { useAction } from '../app/use-action.ts'
import { VerifiedBadge } from '../members/badges.tsx'
import { ConfirmEmailNotice } from '../members/email-confirmation.tsx'
import { MasjidLink } from '../members/name-link.tsx'
import { Button } from '../ui/button.tsx'
import { messages } from '../words/open-near-you.en.po'
import { revokeSentRequest } from './actions.ts'
import { TooFarApartNote } from './decision-notes.tsx'
import { OwnLimitsNote } from './own-limits-note.tsx'
import { requestSlot } from './request-slot.ts'

lingui.load('en', messages)

/** An open slot near the khateeb, which he may request. */
export type OpenSlot = OutputOf<typeof getOpenSlots>[number]

interface OpenSlotRowProps {
  slot: OpenSlot
  /** Shown above the slot, for example its date. */
  heading?: ReactNode
  /** Ignores presses on the button, because the list is changing. */
  isChanging?: boolean
  /** Props of the checkbox that selects the slot, to request several together. */
  checkbox?: Pick<ComponentProps<'input'>, 'checked' | 'disabled' | 'aria-disabled' | 'onChange'>
}

/** A list item with an open slot: its time, distance and masjid, and a button that requests it. */
export function OpenSlotRow({ slot, heading, isChanging = false, checkbox }: OpenSlotRowProps) {
  const id = useId()
  const zoneOf = useZoneLabel()
  const revoke = useAction(revokeSentRequest)
  const { mutate, isPending, error } = useAction(requestSlot)
  const { slotId, time, startsAt, timeZone } = slot
  const undo = () => revoke.mutate({ slotId, startsAt })
  // Names the slot with its date, because a masjid may have a slot at the same time on several dates.
  const nameIds = `${id}-date ${id}-slot`
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      {heading}
      <span id={`${id}-date`} hidden>
        <CalendarDate value={slot.date} />
      </span>
      {checkbox && (
        <label className="-m-2 grid size-control place-items-center">
          <input {...checkbox} type="checkbox" className="size-5 rounded-sm" aria-labelledby={nameIds} />
        </label>
      )}
      {/* If the button doesn't fit beside the text, it goes below the text, not below the checkbox. */}
      <div className="flex min-w-0 grow basis-36 flex-wrap items-center gap-3">
        <div id={`${id}-slot`} className="min-w-0 grow basis-36">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>
              <span className="font-semibold">
                <SlotTime time={time.time} startsAt={startsAt} timeZone={timeZone} />
              </span>{' '}
              · <Miles value={slot.distance} />
            </span>
            {slot.verified && <VerifiedBadge />}
          </p>
          <p className="text-muted">
            <MasjidLink uid={slot.masjidUid}>{slot.masjidName}</MasjidLink> · <bdi>{slot.city}</bdi>
          </p>
          {slot.language !== null && (
            <p className="text-sm">{t`Khutbah in ${formatLanguage(slot.language)}`}</p>
          )}
        </div>
        <Button
          variant="soft"
          busy={isPending || isChanging}
          aria-describedby={`${nameIds} ${id}-note`}
          onClick={() => mutate({ slotId, startsAt, time, zone: zoneOf({ startsAt, timeZone }), undo })}
        >
          {t`Request to Lead`}
        </Button>
        <div id={`${id}-note`} className="-mt-2 basis-full empty:hidden">
          <TooFarApartNote slot={slot.tooFarFrom} />
          <OwnLimitsNote
            rules={slot.beyondYourLimits}
            limits={{ ...slot.yourLimits, miles: slot.distance }}
          />
          <ConfirmEmailNotice error={error} />
        </div>
      </div>
    </li>
  )
}
