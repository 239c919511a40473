import { t } from '@lingui/core/macro'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { handOver } from '../../contract/members.ts'
import { call } from '../app/api-call.ts'
import type { Action } from '../app/use-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { DialogForm } from '../identity/account/dialog-form.tsx'
import { useSessionRefresh } from '../members/use-session-refresh.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Select } from '../ui/select.tsx'
import { nameOf, type TeamMember } from './member-queries.ts'
import { useGoToNextParty } from './use-go-to-next-party.ts'

const loadResolver = async () => (await import('./form-resolvers.ts')).handOverResolver

const doneText = () => t`The masjid is handed over.`

interface HandOverDialogProps {
  others: readonly TeamMember[]
  onClose: () => void
}

/** Asks who becomes the owner, whether the caller stays as a scheduler, and for the password. */
export function HandOverDialog({ others, onClose }: HandOverDialogProps) {
  const { effect, leave } = useGoToNextParty(doneText)
  const refreshSession = useSessionRefresh()
  const form = useLazyForm(loadResolver, { personId: others[0]?.personId ?? '', stay: true, password: '' })
  const stay = form.watch('stay')
  const action: Action<RawInputOf<typeof handOver>> = {
    run: (values) => call(handOver, values),
    failed: () => t`Failed to hand the masjid over.`,
    ...(stay ? { done: doneText } : effect),
  }
  const closeAndRefresh = () => {
    onClose()
    return refreshSession()
  }
  return (
    <DialogForm
      form={form}
      action={action}
      onDone={stay ? closeAndRefresh : leave}
      onRefused={onClose}
      title={t`Hand over the masjid?`}
      role="alertdialog"
      onClose={onClose}
      submitText={t`Hand Over`}
      busyText={t`Handing over...`}
    >
      <p>{t`The new owner can do everything, including removing you. Only an owner can make you an owner again.`}</p>
      <Select {...form.field('personId')} label={t`New owner`}>
        {others.map((it) => (
          <option key={it.personId} value={it.personId}>
            {nameOf(it)}
          </option>
        ))}
      </Select>
      <Checkbox
        label={t`Keep me as a scheduler`}
        checked={stay}
        aria-disabled={form.isSubmitting}
        // Ignores presses during the call, because what happens after it depends on the choice that was sent.
        onChange={({ target }) => !form.isSubmitting && form.setValue('stay', target.checked)}
      />
      {!stay && (
        <p>{t`You’ll leave the masjid. If you don’t use Minbar for another masjid or as a khateeb, your account will be deleted.`}</p>
      )}
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}
