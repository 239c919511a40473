import { t } from '@lingui/core/macro'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '../ui/text-field.tsx'
import { formatTypedPhone, keepPhoneCharacters } from './phone-mask.ts'

interface PhoneFieldProps extends UseFormRegisterReturn {
  error: string | undefined
  hint?: string
}

/** A field for a phone number. While the user types, removes characters that no phone number has. Formats the number on blur. */
export function PhoneField({ onChange, onBlur, ...field }: PhoneFieldProps) {
  return (
    <TextField
      {...field}
      label={t`Phone`}
      type="tel"
      autoComplete="tel-national"
      placeholder="(xxx) xxx-xxxx"
      required
      onChange={(event) => {
        const kept = keepPhoneCharacters(event.target.value)
        // Sets the value only if it has changed, because setting it moves the caret to the end.
        if (kept !== event.target.value) event.target.value = kept
        void onChange(event)
      }}
      onBlur={(event) => {
        event.target.value = formatTypedPhone(event.target.value)
        void onChange(event)
        void onBlur(event)
      }}
    />
  )
}
