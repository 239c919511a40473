import { t } from '@lingui/core/macro'
import { use } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { failureMessage } from '../app/failure-message.ts'
import { SettingsContext } from '../app/settings.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import type { SignInResult } from './use-sign-in.ts'

interface PasskeySignInProps {
  isRemembered: () => boolean
  onDone: (result: SignInResult) => Promise<void>
}

const signIn: Action<boolean, SignInResult> = {
  run: async (remember) => {
    const { signInByPasskey } = await import('./second-factor/sign-in-by-passkey.ts')
    return signInByPasskey(remember)
  },
  done: () => t`Logged in successfully!`,
  failed: (error) => ({
    text: t`Failed to sign in with a passkey. You can use your email and password instead.`,
    reason: error instanceof CallFailed ? failureMessage(error) : undefined,
  }),
  changesNothing: true,
}

/** Reads the setting in the browser. `settingsIn` doesn't, because every screen loads it, and only this one needs the setting. */
const passkeysIn = (page: Document) =>
  page.querySelector<HTMLMetaElement>('meta[name=minbar-passkeys]')?.content

/**
 * A button that signs in with a passkey alone. The build renders it before it knows whether passkeys are available, so styles hide it
 * by an attribute.
 */
export function PasskeySignIn({ isRemembered, onDone }: PasskeySignInProps) {
  const { passkeys = passkeysIn(document) } = use(SettingsContext)
  const { mutate, isPending } = useAction(signIn, { onDone })
  return (
    <div className="hidden data-[passkeys=yes]:grid" data-passkeys={passkeys}>
      <Button
        variant="secondary"
        wide
        busy={isPending}
        busyText={t`Waiting for your passkey...`}
        onClick={() => mutate(isRemembered())}
      >
        {t`Sign In with a Passkey`}
      </Button>
    </div>
  )
}
