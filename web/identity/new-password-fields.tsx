import { t } from '@lingui/core/macro'
import { type ComponentProps, useId } from 'react'
import { lingui } from '../app/i18n.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { messages } from '../words/new-password.en.po'
import { usePasswordPolicyText } from './password-policy.ts'

lingui.load('en', messages)

type PasswordProps = Omit<ComponentProps<typeof PasswordField>, 'label'>

interface NewPasswordFieldsProps {
  password: PasswordProps
  repeated: PasswordProps
  /** The label of the first field. By default “Password”; the form to change a password says “New password”. */
  label?: string
}

/** The fields for a new password and its repetition. The policy is below the first field, or below both if they are side by side. */
export function NewPasswordFields({ password, repeated, label = t`Password` }: NewPasswordFieldsProps) {
  const policy = usePasswordPolicyText({ isRefused: password.error !== undefined })
  const policyId = useId()
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-2 md:grid-cols-2">
      <PasswordField {...password} autoComplete="new-password" label={label} aria-describedby={policyId} />
      <p
        className="mb-3 min-h-[2.9em] text-sm text-muted md:col-span-2 md:row-start-2 md:mb-0 md:min-h-[1.45em]"
        id={policyId}
      >
        {policy}
      </p>
      <PasswordField {...repeated} autoComplete="new-password" label={t`Repeat password`} />
    </div>
  )
}
