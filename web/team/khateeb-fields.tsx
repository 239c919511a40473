import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { FieldPair } from '../forms/field-pair.tsx'
import { PhoneField } from '../forms/phone-field.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { TextField } from '../ui/text-field.tsx'

type Field = ComponentProps<typeof PlaceFields>['zip']

interface KhateebFieldsProps {
  form: ComponentProps<typeof PlaceFields>['form'] & {
    readonly field: (name: 'firstName' | 'lastName' | 'phone' | 'zipCode') => Field
  }
}

/** The fields of a new khateeb's profile. */
export function KhateebFields({ form }: KhateebFieldsProps) {
  const { field } = form
  return (
    <>
      <FieldPair>
        <TextField {...field('firstName')} label={t`First name`} autoComplete="given-name" required />
        <TextField {...field('lastName')} label={t`Last name`} autoComplete="family-name" required />
      </FieldPair>
      <PhoneField {...field('phone')} hint={t`We show it only to masjids that need to reach you.`} />
      <PlaceFields zip={field('zipCode')} form={form} />
    </>
  )
}
