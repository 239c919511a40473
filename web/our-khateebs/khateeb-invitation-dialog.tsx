import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { email } from '../../contract/fields.ts'
import { inviteNewKhateeb } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import { formatDate, formatTime } from '../app/format.ts'
import { lingui } from '../app/i18n.ts'
import { useZoneLabel } from '../app/slot-time.tsx'
import type { Action } from '../app/use-action.ts'
import { type MasjidKhutbah, masjidRecordQuery } from '../directory/record-queries.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { useConfirmEmailNotice } from '../members/use-confirm-email-notice.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { messages } from '../words/our-khateebs.en.po'

lingui.load('en', messages)

/** `slotId` is empty if no slot is selected. */
const invitationSchema = z.object({ email, slotId: z.string() })
const loadResolver = async () => zodResolver(invitationSchema)

const sendInvitation: Action<RawInputOf<typeof inviteNewKhateeb>> = {
  run: (invitation) => call(inviteNewKhateeb, invitation),
  done: (_, { email }) => t`We sent an invitation to ${email}.`,
  failed: () => t`Failed to send the invitation.`,
}

interface KhateebInvitationDialogProps {
  onClose: () => void
  /** The slot that is selected at first. Requires `khutbahs`: a select that gets its options later would show no slot as selected. */
  slotId?: string
  /** The masjid's upcoming khutbahs. Without them, the dialog loads them. */
  khutbahs?: readonly MasjidKhutbah[]
}

/** The dialog that sends a khateeb an invitation by email, perhaps for a slot. */
export function KhateebInvitationDialog({ onClose, slotId = '', khutbahs }: KhateebInvitationDialogProps) {
  const zoneOf = useZoneLabel()
  const form = useLazyForm(loadResolver, { email: '', slotId })
  const { data: record, isLoadingError } = useQuery({
    ...masjidRecordQuery(),
    enabled: khutbahs === undefined,
    // After a failure, opening the dialog again repeats the call.
    retryOnMount: true,
  })
  const slots = (khutbahs ?? record?.khutbahs)?.flatMap(({ date, times }) =>
    times.filter((it) => it.khateebUid === null && !it.begun).map((it) => ({ ...it, date })),
  )
  const { noticing, notice } = useConfirmEmailNotice({
    ...sendInvitation,
    // If the selected slot was filled meanwhile, the select shows no slot, but the form still has the slot's id. Then the invitation is
    // sent without a slot.
    run: ({ email, slotId }: RawInputOf<typeof inviteNewKhateeb>) =>
      sendInvitation.run({ email, slotId: slots?.find((it) => it.slotId === slotId)?.slotId ?? null }),
  })
  const submit = useFormAction(form, noticing, { onDone: onClose })
  return (
    <Dialog onClose={onClose} title={t`Invite a Khateeb`}>
      <form noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
        <TextField
          {...form.field('email')}
          label={t`Their email`}
          hint={t`We email a link that works for 90 days. When they accept, they are one of your approved khateebs. It doesn’t matter whether they are on Minbar already.`}
          type="email"
          autoComplete="off"
          required
        />
        <Select
          {...form.field('slotId')}
          label={t`Ask for a khutbah`}
          hint={t`They can answer from the email, without an account.`}
          {...(isLoadingError && { error: t`Error fetching masjid data. Please try again later.` })}
        >
          <option value="">{t`No specific khutbah`}</option>
          {slots?.map(({ slotId, date, time, startsAt }) => (
            <option key={slotId} value={slotId}>
              {`${formatDate(date)} · ${formatTime(time.time, zoneOf({ startsAt }))}`}
            </option>
          ))}
        </Select>
        {notice}
        <DialogActions onCancel={onClose}>
          <Button type="submit" busy={form.isSubmitting} busyText={t`Sending...`}>
            {t`Send Invitation`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
