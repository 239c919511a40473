import { t } from '@lingui/core/macro'
import { useForm, useWatch } from 'react-hook-form'
import { updateMasjid } from '../../contract/directory.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/caller.ts'
import { formatPhone } from '../app/format.ts'
import { useLazyResolver } from '../app/lazy-resolver.ts'
import { updateSessionName } from '../app/session.ts'
import { PhoneField } from '../identity/phone-field.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ProfileForm } from './profile-form.tsx'
import { type MasjidRecord, masjidRecordQuery } from './record-queries.ts'
import { timeZonesByName } from './time-zones-by-name.ts'
import { useProfileForm } from './use-profile-form.ts'
import type { MasjidProfileValues } from './validation.ts'

const loadResolver = async () => (await import('./validation.ts')).masjidProfileResolver

function toFormValues(record: MasjidRecord): MasjidProfileValues {
  const { masjidName, masjidAddress, zipCode, phone, website, timeZone } = record
  return { masjidName, masjidAddress, zipCode, phone: formatPhone(phone), website, timeZone }
}

/** Sends changed fields only: with a new ZIP code and no time zone, the server sets the ZIP code's zone. */
async function save(changed: Partial<MasjidProfileValues>): Promise<MasjidRecord> {
  const record = await call(updateMasjid, { uid: 'me', ...changed })
  queryClient().setQueryData(masjidRecordQuery().queryKey, record)
  updateSessionName(record.masjidName)
  return record
}

const fields = ['masjidName', 'masjidAddress', 'zipCode', 'phone', 'website', 'timeZone'] as const

/** The form of a masjid's own profile. */
export function MasjidProfile({ record }: { record: MasjidRecord }) {
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
      <TextField
        {...register('masjidName')}
        label={t`Masjid name`}
        error={errors.masjidName?.message}
        autoComplete="organization"
        required
      />
      <TextField
        {...register('masjidAddress')}
        label={t`Masjid address`}
        error={errors.masjidAddress?.message}
        autoComplete="address-line1"
        required
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
      <Select
        {...register('timeZone')}
        label={t`Time zone`}
        hint={t`A new ZIP code sets its own time zone, unless you choose another. Posted khutbahs keep their time of day.`}
        error={errors.timeZone?.message}
      >
        {[...timeZonesByName(record)].map(([time, zones]) => (
          <optgroup key={time} label={time}>
            {zones.map(({ name, place }) => (
              <option key={name} value={name}>
                {`${time} (${place})`}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <PhoneField phone={register('phone')} error={errors.phone?.message} />
      <TextField
        {...register('website')}
        label={t`Website`}
        optionalText={t`Optional`}
        error={errors.website?.message}
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="www.example.org"
      />
    </ProfileForm>
  )
}
