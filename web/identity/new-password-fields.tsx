import { t } from '@lingui/core/macro'
import { type ComponentProps, useId } from 'react'
import { lingui } from '../app/i18n.ts'
import { FieldPair } from '../forms/field-pair.tsx'
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

/** The fields for a new password and its repetition. The password policy is below them. */
export function NewPasswordFields({ password, repeated, label = t`Password` }: NewPasswordFieldsProps) {
  const policy = usePasswordPolicyText({ isRefused: password.error !== undefined })
  const policyId = useId()
  return (
    <div className="grid gap-2">
      <FieldPair>
        <PasswordField {...password} autoComplete="new-password" label={label} aria-describedby={policyId} />
        <PasswordField {...repeated} autoComplete="new-password" label={t`Repeat password`} />
      </FieldPair>
      <p className="min-h-[2.9em] text-sm text-muted md:min-h-[1.45em]" id={policyId}>
        {policy}
      </p>
    </div>
  )
}
