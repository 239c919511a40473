import { t } from '@lingui/core/macro'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '../ui/password-field.tsx'
import { FieldPair } from './identity-form.tsx'
import { usePasswordPolicyText } from './password-policy.ts'

interface NewPasswordFieldsProps {
  password: UseFormRegisterReturn
  repeated: UseFormRegisterReturn
  passwordError: string | undefined
  repeatedError: string | undefined
  /** `Password` unless given; the change-password form calls it the new one. */
  label?: string
}

/** A new password and its repetition, with the password policy below. */
export function NewPasswordFields({
  password,
  repeated,
  passwordError,
  repeatedError,
  label = t`Password`,
}: NewPasswordFieldsProps) {
  const policy = usePasswordPolicyText()
  const policyId = useId()
  return (
    <div className="grid gap-2">
      <FieldPair>
        <PasswordField
          {...password}
          label={label}
          error={passwordError}
          autoComplete="new-password"
          aria-describedby={policyId}
          required
        />
        <PasswordField
          {...repeated}
          label={t`Repeat password`}
          error={repeatedError}
          autoComplete="new-password"
          required
        />
      </FieldPair>
      <p className="min-h-[2.9em] text-sm text-muted md:min-h-[1.45em]" id={policyId}>
        {policy}
      </p>
    </div>
  )
}
