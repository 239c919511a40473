import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { paths } from '../../contract/screen-paths.ts'
import { CalendarDate } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import { lazyDialog } from '../app/lazy-dialog.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { SlotTime } from '../app/slot-time.tsx'
import type { MasjidRecord } from '../directory/record-queries.ts'
import { ActionWithConfirmDialog } from '../members/action-with-confirm-dialog.tsx'
import { KhateebInHistory, KhateebLink } from '../members/name-link.tsx'
import { QuotedText } from '../members/quoted-text.tsx'
import { SlotDateTime } from '../members/slot-date-time.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { removeSlot } from '../proposals/actions.ts'
import { MoveSlot } from '../proposals/move-slot.tsx'
import { isOpenSlot, type PostedSlot, postedSlots } from '../proposals/posted-slots.ts'
import { RemoveKhateeb } from '../proposals/remove-khateeb.tsx'
import { SlotStatusBadges } from '../proposals/slot-status-badges.tsx'
import { SlotWordLines } from '../proposals/slot-word-lines.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { UserText } from '../ui/user-text.tsx'
import { messages } from '../words/slot-panel.en.po'
import { EmailInvitations } from './email-invitations.tsx'
import { KhateebsForSlot } from './khateebs-for-slot.tsx'
import { LastTopics } from './last-topics.tsx'
import { PendingKhateebs } from './pending-khateebs.tsx'
import { SlotEvents } from './slot-events.tsx'

lingui.load('en', messages)

interface SlotPanelProps {
  slotId: string
  masjid: MasjidRecord
  onClose: () => void
}

/**
 * A dialog with all actions of a masjid for one of its slots: answer requests, invite khateebs, move or describe the slot, remove its
 * khateeb, or cancel the slot. The panel shows changes by other users while it is open (`isLive`). If a colleague has canceled the slot, or
 * an old link names a slot that no longer exists, the panel says so.
 */
export function SlotPanel({ slotId, masjid, onClose }: SlotPanelProps) {
  const slot = masjid.khutbahs.flatMap(postedSlots).find((it) => it.slotId === slotId)
  useFocusCellOnClose(slotId)
  const nameId = useId()
  const maySchedule = useHasRole('scheduler')
  const isOwner = useHasRole('owner')
  if (slot === undefined) return <MissingSlotDialog onClose={onClose} />
  const { khutbahDate, khutbahTime, startsAt, khateebUid, withdrawal, begun } = slot
  const isOpen = isOpenSlot(slot)
  return (
    <Dialog
      isLive
      onClose={onClose}
      title={
        <span id={nameId}>
          <span className="block font-sans text-base font-normal text-muted">
            <CalendarDate value={khutbahDate} />
          </span>{' '}
          <SlotTime time={khutbahTime} startsAt={startsAt} />
        </span>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {khateebUid !== null && (
            <span className="min-w-0 text-lg font-semibold">
              <KhateebLink uid={khateebUid} suspended={slot.khateebSuspended}>
                {slot.khateeb}
              </KhateebLink>
            </span>
          )}
          <SlotStatusBadges slot={slot} />
        </div>
        <div className="-mt-4 empty:hidden">
          <SlotWordLines language={slot.language} note={slot.note} topic={slot.topic} />
        </div>
        {withdrawal !== null && (
          <Notice
            tone="danger"
            title={
              // Only the deletion of his account removes the reason of a withdrawal.
              withdrawal.reason === null ? (
                t`The khateeb of this slot has left Minbar.`
              ) : (
                <Trans>
                  <KhateebInHistory khateeb={withdrawal.khateeb} /> withdrew on{' '}
                  <CalendarDate dayless value={withdrawal.wallClock.date} />.
                </Trans>
              )
            }
          >
            {withdrawal.reason !== null && <QuotedText text={withdrawal.reason} />}
          </Notice>
        )}
        {isOpen && <PendingKhateebs slot={slot} />}
        {isOpen && maySchedule && <KhateebsForSlot slot={slot} />}
        {isOpen && isOwner && <EmailInvitations slot={slot} khutbahs={masjid.khutbahs} />}
        <LastTopics slot={slot} />
        <SlotEvents slotId={slot.slotId} />
        {maySchedule && !begun && (
          <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4">
            <RemoveKhateeb slot={slot} describedBy={nameId} />
            <MoveSlot slot={slot} describedBy={nameId} onMoved={onClose} />
            <DescribeSlot slot={slot} describedBy={nameId} />
            <CancelService slot={slot} describedBy={nameId} onDone={onClose} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** If the URL opened the panel, no element had the focus before. So this hook focuses the slot's cell when the panel closes. */
function useFocusCellOnClose(slotId: string): void {
  const [hadFocus] = useState(() => document.activeElement !== document.body)
  useEffect(() => {
    if (hadFocus) return undefined
    // Waits until the dialog has tried to restore the focus.
    return () =>
      void setTimeout(() =>
        document.querySelector<HTMLElement>(`[data-slot="${CSS.escape(slotId)}"]`)?.focus(),
      )
  }, [hadFocus, slotId])
}

/** Shown when the masjid no longer has the slot that the URL names. */
function MissingSlotDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={t`This khutbah is over or canceled`}>
      <p>{t`It is no longer one of your upcoming khutbahs. The slot history says what happened to it.`}</p>
      <DialogActions onCancel={onClose} cancelText={t`Close`}>
        <LinkButton to={paths.slotHistory}>{t`Slot History`}</LinkButton>
      </DialogActions>
    </Dialog>
  )
}

const DescribeSlotsDialog = lazyDialog(
  async () => (await import('../proposals/describe-slots-dialog.tsx')).DescribeSlotsDialog,
)

/** The button that opens the dialog with the slot's language and note. */
function DescribeSlot({ slot, describedBy }: { slot: PostedSlot; describedBy: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" aria-describedby={describedBy} onClick={() => setIsOpen(true)}>
        {t`Language & Note`}
      </Button>
      <DescribeSlotsDialog isOpen={isOpen} onClose={() => setIsOpen(false)} slots={[slot]} />
    </>
  )
}

interface CancelServiceProps {
  slot: PostedSlot
  describedBy: string
  onDone: () => void
}

function CancelService({ slot, ...props }: CancelServiceProps) {
  return (
    <ActionWithConfirmDialog
      {...props}
      given={slot}
      action={removeSlot}
      label={t`Cancel This Service`}
      quiet
      title={t`Cancel this service?`}
      cancelText={t`Keep It`}
      busyText={t`Canceling...`}
    >
      <p>
        <SlotDateTime date={slot.khutbahDate} time={slot.khutbahTime} startsAt={slot.startsAt} />
      </p>
      <p className="mt-3">
        {slot.khateebUid === null ? (
          t`Khateebs who requested it or were invited to it will get an email.`
        ) : (
          <Trans>
            <UserText text={slot.khateeb} /> is confirmed for it and will get an email.
          </Trans>
        )}
      </p>
    </ActionWithConfirmDialog>
  )
}
