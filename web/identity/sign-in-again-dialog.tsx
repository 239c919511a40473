import { t } from '@lingui/core/macro'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { SignInFields } from './sign-in-fields.tsx'
import { type SignInResult, signInWith, useSignInForm } from './use-sign-in.ts'

interface SignInAgainDialogProps {
  isOpen: boolean
  /** E-mail of the user whose session has ended. */
  email: string
  onSignedIn: (result: SignInResult) => Promise<void>
  onCancel: () => void
}

/** The dialog of `SignInAgain`, in a module of its own so that it loads lazily. */
export function SignInAgainDialog({ isOpen, onCancel, ...form }: SignInAgainDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onCancel} title={t`Sign in again`} role="alertdialog">
      <p className="mb-5">{t`Your session has ended. Please sign in again; what you typed stays here.`}</p>
      <SignInAgainForm onCancel={onCancel} {...form} />
    </Dialog>
  )
}

type SignInAgainFormProps = Omit<SignInAgainDialogProps, 'isOpen'>

function SignInAgainForm({ email, onSignedIn, onCancel }: SignInAgainFormProps) {
  const { form, submitWith } = useSignInForm(email)
  const submit = submitWith(async (credentials) => {
    const result = await signInWith(credentials)
    if (result !== undefined) await onSignedIn(result)
  })
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-5"
      // React events bubble through portals: without this, a form around the dialog would be submitted too.
      onSubmit={(event) => {
        event.stopPropagation()
        void submit(event)
      }}
    >
      <SignInFields form={form} />
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <Button type="submit" busy={form.formState.isSubmitting} busyText={t`Signing in...`}>
          {t`Login`}
        </Button>
      </DialogActions>
    </form>
  )
}
