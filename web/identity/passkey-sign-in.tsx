import { t } from '@lingui/core/macro'
import { use } from 'react'
import { CallFailed } from '../../contract/client.ts'
import { failureMessage } from '../app/failure-message.ts'
import { lingui } from '../app/i18n.ts'
import { SettingsContext } from '../app/settings.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { messages } from '../words/sign-in.en.po'
import type { SignInResult } from './use-sign-in.ts'

lingui.load('en', messages)

type PasskeySignInAction = Action<boolean, SignInResult>

interface PasskeySignInProps {
  action: PasskeySignInAction
  isRemembered: () => boolean
  onDone: (result: SignInResult) => Promise<void>
}

/** Signs in again on a screen for members. The screen then refetches its data. */
export const signInAgainByPasskey: PasskeySignInAction = {
  run: async (remember) => {
    const { signInByPasskey } = await import('./second-factor/sign-in-by-passkey.ts')
    return signInByPasskey(remember)
  },
  failed: (error) => ({
    text: t`Failed to sign in with a passkey. You can use your email and password instead.`,
    reason: error instanceof CallFailed ? failureMessage(error) : undefined,
  }),
}

/** Signs in on the login screen. This screen shows no data of the user, so it refetches nothing. */
export const signInOnLoginScreenByPasskey: PasskeySignInAction = {
  ...signInAgainByPasskey,
  done: () => t`Logged in successfully!`,
  skipsRefresh: true,
}

/**
 * Reads whether passkeys are available. Not a part of `settingsIn`, because every screen loads `settingsIn`, but only this button needs
 * this setting.
 */
const passkeyAvailabilityIn = (page: Document) =>
  page.querySelector<HTMLMetaElement>('meta[name=minbar-passkeys]')?.content

/**
 * A button that signs in with a passkey and no password. When the build renders the login, it doesn't know whether passkeys are
 * available. So CSS shows the button only if `data-passkeys` is `yes`.
 */
export function PasskeySignIn({ action, isRemembered, onDone }: PasskeySignInProps) {
  const { passkeys = passkeyAvailabilityIn(document) } = use(SettingsContext)
  const { mutate, isPending } = useAction(action, { onDone })
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
