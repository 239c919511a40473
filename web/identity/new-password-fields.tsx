import { t } from '@lingui/core/macro'
import { type ComponentProps, useId } from 'react'
import { PasswordField } from '../ui/password-field.tsx'
import { FieldPair } from './identity-form.tsx'
import { usePasswordPolicyText } from './password-policy.ts'

type PasswordProps = Omit<ComponentProps<typeof PasswordField>, 'label'>

interface NewPasswordFieldsProps {
  password: PasswordProps
  repeated: PasswordProps
  /** `Password` unless given; the change-password form calls it the new one. */
  label?: string
}

/** A new password and its repetition, with the password policy below. */
export function NewPasswordFields({ password, repeated, label = t`Password` }: NewPasswordFieldsProps) {
  const policy = usePasswordPolicyText()
  const policyId = useId()
  const newPassword = { autoComplete: 'new-password', required: true }
  return (
    <div className="grid gap-2">
      <FieldPair>
        <PasswordField {...password} {...newPassword} label={label} aria-describedby={policyId} />
        <PasswordField {...repeated} {...newPassword} label={t`Repeat password`} />
      </FieldPair>
      <p className="min-h-[2.9em] text-sm text-muted md:min-h-[1.45em]" id={policyId}>
        {policy}
      </p>
    </div>
  )
}
