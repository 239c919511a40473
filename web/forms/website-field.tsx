import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { TextField } from '../ui/text-field.tsx'

/** A field for a masjid's website, which is optional. */
export function WebsiteField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...field}
      label={t`Website`}
      optionalText={t`Optional`}
      type="url"
      inputMode="url"
      autoComplete="url"
      placeholder="www.example.org"
    />
  )
}
