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
  /** Where the old one is asked for beside it. */
  label?: string
}

/** A password to choose, twice, with the rule for it beforehand. */
export function NewPasswordFields({
  password,
  repeated,
  passwordError,
  repeatedError,
  label = t`Password`,
}: NewPasswordFieldsProps) {
  const rule = usePasswordPolicyText()
  const ruleId = useId()
  return (
    <div className="grid gap-2">
      <FieldPair>
        <PasswordField
          {...password}
          label={label}
          error={passwordError}
          autoComplete="new-password"
          aria-describedby={ruleId}
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
      <p className="min-h-[2.9em] text-sm text-muted md:min-h-[1.45em]" id={ruleId}>
        {rule}
      </p>
    </div>
  )
}
