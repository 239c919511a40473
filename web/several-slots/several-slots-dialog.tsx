import { plural, t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import { maxSlotsAtOnce, removeSlots } from '../../contract/khutbahs.ts'
import { call } from '../app/api-call.ts'
import { formatTime } from '../app/format.ts'
import { lingui } from '../app/i18n.ts'
import { useZoneLabel } from '../app/slot-time.tsx'
import type { Action } from '../app/use-action.ts'
import type { MasjidKhutbah } from '../directory/record-queries.ts'
import { ActionWithConfirmDialog } from '../members/action-with-confirm-dialog.tsx'
import { DescribeSlotsDialog } from '../proposals/describe-slots-dialog.tsx'
import { type PostedSlot, postedSlots } from '../proposals/posted-slots.ts'
import { severalSlotsFailureText } from '../proposals/several-slots-failure.ts'
import { SlotCheckboxes } from '../proposals/slot-checkboxes.tsx'
import { SlotStatusBadges } from '../proposals/slot-status-badges.tsx'
import { type Preselection, useSlotSelection } from '../proposals/use-slot-selection.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { WhileOpen } from '../ui/while-open.tsx'
import { messages } from '../words/several-slots.en.po'
import { InviteToSlotsDialog } from './invite-to-slots-dialog.tsx'
import { MoveSlotsDialog } from './move-slots-dialog.tsx'

lingui.load('en', messages)

interface SeveralSlotsDialogProps {
  khutbahs: readonly MasjidKhutbah[]
  preselected: Preselection | undefined
  onClose: () => void
}

/**
 * The dialog in which a masjid selects several slots, to move, describe or cancel them, or to invite one khateeb to all open ones. If
 * `preselected` has more slots than can change at once, the dialog selects only the first of them, and a notice says so. If only some of
 * the preselected slots were changed, the screen behind the dialog deselects these, so that the user can change the others next.
 */
export function SeveralSlotsDialog({
  khutbahs,
  preselected = noPreselection,
  onClose,
}: SeveralSlotsDialogProps) {
  const dates = upcomingDates(khutbahs)
  const all = dates.flatMap(({ slots }) => slots)
  const [step, setStep] = useState<'move' | 'invite' | 'describe'>()
  const stored = useSlotSelection(() => preselected.ids.slice(0, maxSlotsAtOnce))
  const [countAtFirst] = useState(preselected.ids.length)
  const id = useId()
  const selected = all.filter(({ slotId }) => stored.ids.has(slotId))
  // Leaves out slots that colleagues have removed meanwhile.
  const selection = { ...stored, ids: new Set(selected.map(({ slotId }) => slotId)) }
  const open = selected.filter(({ khateebUid }) => khateebUid === null)
  const isFull = selected.length >= maxSlotsAtOnce
  const finish = () => {
    if (preselected.ids.some((it) => !selection.ids.has(it))) preselected.deselect?.(selected)
    onClose()
  }
  // Closes the step's dialog when a refused call has shown that colleagues have filled or removed all of its slots.
  if (step !== undefined && (step === 'invite' ? open : selected).length === 0) setStep(undefined)
  return (
    <Dialog onClose={onClose} title={t`Several khutbahs at once`}>
      {countAtFirst > maxSlotsAtOnce && (
        <div className="mb-4">
          <Notice
            tone="warning"
            title={t`You selected ${countAtFirst} khutbahs, but at most ${maxSlotsAtOnce} can change at once. Only the first ${maxSlotsAtOnce} are selected here.`}
          />
        </div>
      )}
      <p className="text-muted">
        {all.length > maxSlotsAtOnce
          ? t`Select up to ${maxSlotsAtOnce} khutbahs, then choose what to do with all of them.`
          : t`Select them, then choose what to do with all of them.`}
      </p>
      <TimesToSelect slots={all} selected={selection.ids} onSelect={selection.select} />
      <div className="mt-4">
        <SlotCheckboxes dates={dates} selection={selection} isFull={isFull}>
          {(slot) => (
            <>
              {slot.khateebUid !== null && <bdi className="min-w-0">{slot.khateeb}</bdi>}
              <SlotStatusBadges slot={slot} />
            </>
          )}
        </SlotCheckboxes>
      </div>
      {selected.length > 0 && (
        <div className="sticky-bar sticky bottom-0 mt-4 grid gap-2 border-t border-line bg-page py-3">
          <output id={`${id}-count`} className="text-sm text-muted">
            {isFull
              ? t`${selected.length} khutbahs selected. You can’t select any more.`
              : plural(selected.length, { one: '# khutbah selected', other: '# khutbahs selected' })}
          </output>
          <div className="flex flex-wrap gap-2">
            {open.length > 0 && (
              <Button onClick={() => setStep('invite')}>
                {plural(open.length, {
                  one: 'Invite a Khateeb to # Open Slot',
                  other: 'Invite a Khateeb to # Open Slots',
                })}
              </Button>
            )}
            <Button variant="secondary" aria-describedby={`${id}-count`} onClick={() => setStep('move')}>
              {t`Change Time`}
            </Button>
            <Button variant="secondary" aria-describedby={`${id}-count`} onClick={() => setStep('describe')}>
              {t`Language & Note`}
            </Button>
            <CancelServices slots={selected} describedBy={`${id}-count`} onDone={finish} />
          </div>
        </div>
      )}
      {step !== undefined && (
        <WhileOpen key={step}>
          {(ifOpen) => {
            // An action may end after its dialog was closed. Then it must not close another dialog.
            const dialog = { onClose: ifOpen(() => setStep(undefined)), onDone: ifOpen(finish) }
            if (step === 'move') return <MoveSlotsDialog slots={selected} {...dialog} />
            if (step === 'describe') return <DescribeSlotsDialog slots={selected} {...dialog} />
            return <InviteToSlotsDialog slots={open} {...dialog} />
          }}
        </WhileOpen>
      )}
    </Dialog>
  )
}

const noPreselection: Preselection = { ids: [] }

interface TimesToSelectProps {
  slots: readonly PostedSlot[]
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
}

/** A button for each time at which several slots begin. It selects all these slots, or deselects them if all are selected. */
function TimesToSelect({ slots, selected, onSelect }: TimesToSelectProps) {
  const zoneOf = useZoneLabel()
  const times = [...new Set(slots.map(({ khutbahTime }) => khutbahTime))].toSorted()
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {times.map((time) => {
        const first = slots.find(({ khutbahTime }) => khutbahTime === time)
        const ids = idsAt(slots, time)
        if (first === undefined || ids.length === 1) return null
        const areAll = ids.every((it) => selected.has(it))
        const others = [...selected].filter((it) => !ids.includes(it))
        return (
          <Button
            key={time}
            variant={areAll ? 'soft' : 'secondary'}
            aria-pressed={areAll}
            disabled={others.length + ids.length > maxSlotsAtOnce}
            onClick={() => onSelect(new Set(areAll ? others : [...others, ...ids]))}
          >
            {t`All ${ids.length} at ${formatTime(time, zoneOf(first))}`}
          </Button>
        )
      })}
    </div>
  )
}

function idsAt(slots: readonly PostedSlot[], time: string): string[] {
  return slots.filter(({ khutbahTime }) => khutbahTime === time).map(({ slotId }) => slotId)
}

/** Returns the dates with slots that have not begun, and those slots. */
function upcomingDates(khutbahs: readonly MasjidKhutbah[]) {
  return khutbahs
    .map((khutbah) => ({ date: khutbah.date, slots: postedSlots(khutbah).filter(({ begun }) => !begun) }))
    .filter(({ slots }) => slots.length > 0)
}

interface CancelServicesProps {
  slots: readonly PostedSlot[]
  describedBy: string
  onDone: () => void
}

function CancelServices({ slots, describedBy, onDone }: CancelServicesProps) {
  const confirmed = slots.filter(({ khateebUid }) => khateebUid !== null).length
  const cancel: Action<readonly PostedSlot[]> = {
    run: (given) =>
      call(removeSlots, {
        masjidUid: 'me',
        slotIds: given.map(({ slotId }) => slotId),
        // So that the server refuses to remove a khateeb whom the user has not seen.
        seenAssignments: given.flatMap(({ assignmentId }) => assignmentId ?? []),
      }),
    done: (_, { length }) =>
      plural(length, { one: '# service is canceled.', other: '# services are canceled.' }),
    failed: (error) => ({
      text: severalSlotsFailureText(error, slots, (reason) => t`Nothing was canceled. ${reason}`),
      reason: undefined,
    }),
  }
  return (
    <ActionWithConfirmDialog
      action={cancel}
      given={slots}
      describedBy={describedBy}
      label={t`Cancel These Services`}
      quiet
      title={plural(slots.length, { one: 'Cancel # service?', other: 'Cancel # services?' })}
      cancelText={t`Keep Them`}
      busyText={t`Canceling...`}
      onDone={onDone}
    >
      <p>
        {confirmed === 0
          ? t`Khateebs who requested them or were invited to them will get an email.`
          : plural(confirmed, {
              one: '# of them has a confirmed khateeb, who will get an email.',
              other: '# of them have confirmed khateebs, who will get an email.',
            })}
      </p>
    </ActionWithConfirmDialog>
  )
}
