import { t } from '@lingui/core/macro'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'>

/** An input for a required password, with a button that shows and hides it. Autocompletes the current password by default. */
export function PasswordField({ label, hint, error, optionalText, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const texts = { label, hint, error, optionalText, describedBy: input['aria-describedby'] }
  return (
    <Field {...texts}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="current-password"
            required
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={`${controlClass} pe-control`}
          />
          <button
            type="button"
            className="absolute inset-y-0 end-0 grid w-control place-items-center rounded-control text-muted hover:text-ink"
            aria-label={t`Show password`}
            aria-describedby={`${control.id}-label`}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Icon className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}
