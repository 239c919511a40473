import { t } from '@lingui/core/macro'
import { use, useState } from 'react'
import type { OutputOf, RawInputOf } from '../../../contract/endpoint.ts'
import { addAuthenticatorApp, startAddingAuthenticatorApp } from '../../../contract/second-factor.ts'
import { call } from '../../app/api-call.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { lingui } from '../../app/i18n.ts'
import type { Action } from '../../app/use-action.ts'
import { fieldErrorsOf } from '../../forms/form-errors.ts'
import { useFormAction } from '../../forms/use-form-action.ts'
import { useLazyForm } from '../../forms/use-lazy-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { messages } from '../../words/account-dialogs.en.po'
import { DialogForm } from './dialog-form.tsx'
import { QrCode } from './qr-code.tsx'
import { ShowRecoveryCodesContext } from './show-recovery-codes.ts'
import { type AddedFactor, addedToast, useAddFactor } from './use-add-factor.ts'

lingui.load('en', messages)

const loadResolvers = () => import('../form-resolvers.ts')
const loadPasswordResolver = async () => (await loadResolvers()).passwordResolver
const loadCodeResolver = async () => (await loadResolvers()).codeResolver

type Setup = OutputOf<typeof startAddingAuthenticatorApp>

const start: Action<RawInputOf<typeof startAddingAuthenticatorApp>, Setup> = {
  run: (proof) => call(startAddingAuthenticatorApp, proof),
  failed: () => t`Failed to set up the app.`,
  skipsRefresh: true,
}

/** A dialog that asks for the password, shows a key, and asks for the app's code. Shows recovery codes after the first second factor. */
export function AddAppDialog({ onClose }: { onClose: () => void }) {
  const [setup, setSetup] = useState<Setup>()
  const showCodes = use(ShowRecoveryCodesContext)
  if (setup === undefined) return <PasswordStep onClose={onClose} onDone={setSetup} />
  const finished = ({ recoveryCodes }: OutputOf<typeof addAuthenticatorApp>) => {
    onClose()
    if (recoveryCodes !== null) showCodes(recoveryCodes)
  }
  return <CodeStep setup={setup} onClose={onClose} onDone={finished} />
}

interface StepProps<Output> {
  onClose: () => void
  onDone: (output: Output) => void
}

function PasswordStep({ onClose, onDone }: StepProps<Setup>) {
  const form = useLazyForm(loadPasswordResolver)
  return (
    <DialogForm
      form={form}
      action={start}
      onDone={onDone}
      title={t`Set up an app`}
      onClose={onClose}
      submitText={t`Continue`}
      busyText={t`Preparing...`}
    >
      <p>
        {t`An authenticator app on your phone shows a new code every 30 seconds. Your phone or password manager may have one built in.`}
      </p>
      <PasswordField {...form.field('password')} label={t`Your password`} />
    </DialogForm>
  )
}

/** Shows each failure at the field for the code. */
const fieldErrors = (error: Error) => ({ code: failureMessage(error), ...fieldErrorsOf(error) })

function CodeStep({
  setup: { key, uri },
  onClose,
  onDone,
}: StepProps<OutputOf<typeof addAuthenticatorApp>> & { setup: Setup }) {
  const form = useLazyForm(loadCodeResolver)
  const addFactor = useAddFactor('authenticator_app')
  const finish: Action<RawInputOf<typeof addAuthenticatorApp>, AddedFactor> = {
    run: (sent) => addFactor(() => call(addAuthenticatorApp, sent)),
    done: (added) =>
      addedToast(t`Your authenticator app is set up. We’ll ask for its code when you sign in.`, added),
    failed: () => t`Failed to set up the app.`,
  }
  const submit = useFormAction(form, finish, { onDone, fieldErrors })
  return (
    <Dialog onClose={onClose} title={t`Scan this code with your app`}>
      <form noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
        <QrCode text={uri} label={t`QR code for your authenticator app`} />
        <div>
          <p className="text-muted">{t`Can’t scan it? Type this key into the app:`}</p>
          <p className="text-lg wrap-anywhere">
            <bdi>{key.replaceAll(/.{4}(?=.)/g, '$& ')}</bdi>
          </p>
        </div>
        <TextField
          {...form.field('code')}
          label={t`Code that the app shows`}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" busy={form.isSubmitting} busyText={t`Checking...`}>
            {t`Finish setup`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
