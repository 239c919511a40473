import { t } from '@lingui/core/macro'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { inviteNewKhateeb } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import type { Action } from '../app/use-action.ts'
import { useFormAction } from '../forms/use-form-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { messages } from '../words/our-khateebs.en.po'

lingui.load('en', messages)

const loadResolver = async () => (await import('./invite-resolver.ts')).inviteResolver

const invitation: Action<RawInputOf<typeof inviteNewKhateeb>> = {
  run: (values) => call(inviteNewKhateeb, values),
  done: (_, { email }) => t`We sent an invitation to ${email}.`,
  failed: () => t`Failed to send the invitation.`,
}

/** Asks for the email of a khateeb to invite. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useLazyForm(loadResolver, { email: '' })
  const submit = useFormAction(form, invitation, { onDone: onClose })
  return (
    <Dialog onClose={onClose} title={t`Invite a Khateeb`}>
      <form noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
        <TextField
          {...form.field('email')}
          label={t`Their email`}
          hint={t`We email a link that works for 90 days. When they accept, they are one of your approved khateebs. You can invite them even if they are on Minbar already.`}
          type="email"
          autoComplete="off"
          required
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" busy={form.isSubmitting} busyText={t`Sending...`}>
            {t`Send Invitation`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
