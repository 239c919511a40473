import { t } from '@lingui/core/macro'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SecondFactorOption } from '../../../contract/failures.ts'
import { confirmationChallenge, signInChallenge } from '../../../contract/second-factor.ts'
import { call } from '../../app/api-call.ts'
import { lingui } from '../../app/i18n.ts'
import { type Action, useAction } from '../../app/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { messages } from '../../words/second-factor.en.po'
import { signWithPasskey } from './passkeys.ts'
import type { FactorPurpose, SecondFactor } from './use-second-factor.tsx'

lingui.load('en', messages)

interface SecondFactorStepProps {
  onClose: () => void
  options: readonly SecondFactorOption[]
  error: string | undefined
  purpose: FactorPurpose
  onEntered: (secondFactor: SecondFactor) => void
}

const challengeEndpoints = { sign_in: signInChallenge, confirmation: confirmationChallenge }

const sign: Action<FactorPurpose, NonNullable<SecondFactor['passkey']>> = {
  run: async (purpose) => signWithPasskey(await call(challengeEndpoints[purpose], {})),
  failed: () => t`The passkey was not used. Please try again.`,
  skipsRefresh: true,
}

/** The part of a form that asks for a second factor. When the user has used a passkey, this component submits the form. */
export function SecondFactorStep({ options, error, purpose, onEntered }: SecondFactorStepProps) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const { mutate, isPending } = useAction(sign, {
    onDone: (passkey) => {
      onEntered({ passkey })
      fields.current?.form?.requestSubmit()
    },
  })
  // The server has just asked for a second factor, so focus the first control of this step. After a wrong code, focus the code field.
  const hasFailed = error !== undefined
  useEffect(() => {
    fields.current?.querySelector<HTMLElement>(hasFailed ? 'input' : 'button, input')?.focus()
  }, [hasFailed])

  const hasApp = options.includes('authenticator_app')
  return (
    <fieldset ref={fields} className="grid min-w-0 grid-cols-1 gap-5">
      <legend className="mb-3 font-display text-lg font-semibold">{t`One more step`}</legend>
      {options.includes('passkey') && (
        <Button
          variant="secondary"
          wide
          busy={isPending}
          busyText={t`Waiting for your passkey...`}
          onClick={() => mutate(purpose)}
        >
          <KeyRound className="size-5" />
          {t`Use Your Passkey`}
        </Button>
      )}
      <TextField
        label={hasApp ? t`Code` : t`Recovery code`}
        hint={
          hasApp
            ? t`The 6 digits that your authenticator app shows, or one of your recovery codes.`
            : t`If you don’t have your passkey here, use one of your recovery codes.`
        }
        error={error}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        name="code"
        onChange={({ target }) => onEntered(target.value.trim() === '' ? {} : { code: target.value })}
      />
    </fieldset>
  )
}
