import { t } from '@lingui/core/macro'
import { updateMasjid } from '../../contract/directory.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/caller.ts'
import { formatPhone } from '../app/format.ts'
import { updateSessionName } from '../app/session.ts'
import { PhoneField } from '../identity/phone-field.tsx'
import { WebsiteField } from '../identity/website-field.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ProfileForm } from './profile-form.tsx'
import { type MasjidRecord, masjidRecordQuery } from './record-queries.ts'
import { timeZonesByName } from './time-zones-by-name.ts'
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
  return (
    <ProfileForm
      record={record}
      fields={fields}
      loadResolver={loadResolver}
      toFormValues={toFormValues}
      save={save}
    >
      {(form, draft) => (
        <>
          <TextField
            {...form.field('masjidName')}
            label={t`Masjid name`}
            autoComplete="organization"
            required
          />
          <TextField
            {...form.field('masjidAddress')}
            label={t`Masjid address`}
            autoComplete="address-line1"
            required
          />
          <PlaceFields zip={form.field('zipCode')} form={form} known={record} draftZip={draft['zipCode']} />
          <Select
            {...form.field('timeZone')}
            label={t`Time zone`}
            hint={t`A new ZIP code sets its own time zone, unless you choose another. Posted khutbahs keep their time of day.`}
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
          <PhoneField {...form.field('phone')} />
          <WebsiteField {...form.field('website')} />
        </>
      )}
    </ProfileForm>
  )
}
