import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { lingui } from '../app/i18n.ts'
import { leaveEndedSession } from '../app/leave-ended-session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { messages } from '../words/sign-in-again.en.po'
import { isFormerMember } from './is-former-member.ts'
import { PasskeySignIn, signInAgainByPasskey } from './passkey-sign-in.tsx'
import { SignInFields } from './sign-in-fields.tsx'
import {
  reasonUnlessWrongCredentials,
  type SignInAction,
  type SignInResult,
  signInFailureToast,
  signInOnLoginScreen,
  useSignInForm,
} from './use-sign-in.ts'

lingui.load('en', messages)

/** Signs in again on a screen for members. The screen then refetches its data. */
const signInAgain: SignInAction = {
  run: signInOnLoginScreen.run,
  failed: (error) =>
    signInFailureToast(
      error,
      // Perhaps the session ended because the user changed the password on another device, or here, if the response to the change was lost.
      reasonUnlessWrongCredentials(error) ?? t`If you just changed your password, use the new one.`,
    ),
}

interface SignInAgainDialogProps {
  onClose: () => void
  /** Email of the user whose session has ended. */
  email: string
  onSignedIn: (result: SignInResult) => Promise<void>
}

/** The dialog of `SignInAgain`. It has its own module, so that it can load lazily. */
export function SignInAgainDialog({ onClose, email, onSignedIn }: SignInAgainDialogProps) {
  useEffect(() => void leaveIfFormerMember(), [])
  const { form, step, isAsked, submit } = useSignInForm(email, signInAgain, onSignedIn)
  return (
    <Dialog onClose={onClose} title={t`Sign In Again`} role="alertdialog">
      <p className="mb-5">{t`Your session has ended. Please sign in again; what you typed stays here.`}</p>
      <form
        noValidate
        className="grid grid-cols-1 gap-5"
        // React events bubble through portals. Without `stopPropagation`, a form around the dialog would also be submitted.
        onSubmit={(event) => {
          event.stopPropagation()
          submit(event)
        }}
      >
        <SignInFields form={form} />
        {step}
        {!isAsked && (
          <PasskeySignIn
            action={signInAgainByPasskey}
            isRemembered={() => form.getValues('remember')}
            onDone={onSignedIn}
          />
        )}
        <DialogActions onCancel={onClose}>
          <Button type="submit" busy={form.isSubmitting} busyText={t`Signing in...`}>
            {t`Login`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Leaves for the login if the user is a former member, because such a user has no account to sign in to. */
async function leaveIfFormerMember(): Promise<void> {
  if (await isFormerMember()) leaveEndedSession()
}
