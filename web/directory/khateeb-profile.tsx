import { t } from '@lingui/core/macro'
import { useForm, useWatch } from 'react-hook-form'
import { updateUser } from '../../contract/directory.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/caller.ts'
import { formatPhone } from '../app/format.ts'
import { useLazyResolver } from '../app/lazy-resolver.ts'
import { updateSessionName } from '../app/session.ts'
import { FieldPair } from '../identity/identity-form.tsx'
import { PhoneField } from '../identity/phone-field.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CountedTextArea } from './counted-text-area.tsx'
import { ProfileForm } from './profile-form.tsx'
import { type KhateebRecord, khateebRecordQuery } from './record-queries.ts'
import { useProfileForm } from './use-profile-form.ts'
import type { KhateebProfileValues } from './validation.ts'

const loadResolver = async () => (await import('./validation.ts')).khateebProfileResolver

function toFormValues({
  firstName,
  lastName,
  bio,
  expertise,
  phone,
  zipCode,
}: KhateebRecord): KhateebProfileValues {
  return { firstName, lastName, bio, expertise, phone: formatPhone(phone), zipCode }
}

async function save(changed: Partial<KhateebProfileValues>): Promise<KhateebRecord> {
  const record = await call(updateUser, { uid: 'me', ...changed })
  queryClient().setQueryData(khateebRecordQuery().queryKey, record)
  updateSessionName(`${record.firstName} ${record.lastName}`)
  return record
}

const fields = ['firstName', 'lastName', 'bio', 'expertise', 'phone', 'zipCode'] as const

/** The form of a khateeb's own profile. */
export function KhateebProfile({ record }: { record: KhateebRecord }) {
  const form = useForm({ resolver: useLazyResolver(loadResolver), defaultValues: toFormValues(record) })
  const { register, control, setError, clearErrors } = form
  const { errors, isSubmitting } = form.formState
  const zipCode = useWatch({ control, name: 'zipCode' })
  const { submit, restored, discard } = useProfileForm({ form, fields, record, toFormValues, save })
  return (
    <ProfileForm
      onSubmit={submit}
      busy={isSubmitting}
      isRestored={Object.keys(restored).length > 0}
      onDiscard={discard}
    >
      <FieldPair>
        <TextField
          {...register('firstName')}
          label={t`First name`}
          error={errors.firstName?.message}
          autoComplete="given-name"
          required
        />
        <TextField
          {...register('lastName')}
          label={t`Last name`}
          error={errors.lastName?.message}
          autoComplete="family-name"
          required
        />
      </FieldPair>
      <CountedTextArea
        {...register('bio')}
        control={control}
        maxCharacters={2_000}
        label={t`Bio`}
        hint={t`Who you are, where you studied, what people can expect. Masjids read it before they invite you.`}
        error={errors.bio?.message}
        rows={6}
      />
      <CountedTextArea
        {...register('expertise')}
        control={control}
        maxCharacters={500}
        label={t`Expertise`}
        hint={t`What you like to speak about, and in which languages.`}
        error={errors.expertise?.message}
        rows={3}
      />
      <PhoneField
        phone={register('phone')}
        error={errors.phone?.message}
        hint={t`Only masjids that need to reach you see it.`}
      />
      <PlaceFields
        zip={register('zipCode')}
        value={zipCode}
        error={errors.zipCode?.message}
        known={{ zip: record.zipCode, city: record.city, state: record.stateCode }}
        draftZip={restored['zipCode']}
        onValidated={(message) =>
          message === undefined ? clearErrors('zipCode') : setError('zipCode', { message })
        }
      />
    </ProfileForm>
  )
}
