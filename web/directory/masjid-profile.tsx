import { t } from '@lingui/core/macro'
import { formatPhone } from '../../contract/format-phone.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { call } from '../app/api-call.ts'
import { PhoneField } from '../forms/phone-field.tsx'
import { WebsiteField } from '../forms/website-field.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { MoveNotice } from './move-notice.tsx'
import { ProfileForm, type ProfileFormConfig } from './profile-form.tsx'
import type { MasjidProfileValues } from './profile-resolvers.ts'
import { type MasjidRecord, masjidRecordQuery } from './record-queries.ts'
import { timeZonesByName } from './time-zones-by-name.ts'

const profileFormConfig: ProfileFormConfig<MasjidRecord, MasjidProfileValues> = {
  queryKey: masjidRecordQuery().queryKey,
  loadResolver: async () => (await import('./profile-resolvers.ts')).masjidProfileResolver,
  toFormValues: ({ masjidName, masjidAddress, zipCode, phone, website, timeZone }) => ({
    masjidName,
    masjidAddress,
    zipCode,
    phone: formatPhone(phone),
    website,
    timeZone,
  }),
  /** If only the ZIP code has changed, not the time zone, the server sets the time zone of the ZIP code. */
  save: (changed) => call(updateMasjid, { uid: 'me', ...changed }),
}

/** The form of a masjid's own profile. */
export function MasjidProfile({ record }: { record: MasjidRecord }) {
  return (
    <ProfileForm profile={profileFormConfig} record={record}>
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
            hint={t`A new ZIP code also sets the time zone, unless you choose one. Posted khutbahs keep their time of day.`}
          >
            {[...timeZonesByName(record)].map(([commonName, zones]) => (
              <optgroup key={commonName} label={commonName}>
                {zones.map(({ name, place }) => (
                  <option key={name} value={name}>
                    {`${commonName} (${place})`}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
          <PhoneField {...form.field('phone')} />
          <WebsiteField {...form.field('website')} />
          <MoveNotice record={record} form={form} />
        </>
      )}
    </ProfileForm>
  )
}
