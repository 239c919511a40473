import { t } from '@lingui/core/macro'
import type { UseFormReturn } from 'react-hook-form'
import { formatPhone } from '../../contract/format-phone.ts'
import { updateUser } from '../../contract/own-records.ts'
import { call } from '../app/api-call.ts'
import { FieldPair } from '../forms/field-pair.tsx'
import { PhoneField } from '../forms/phone-field.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CountedTextArea } from './counted-text-area.tsx'
import { LosesBadgeNotice } from './loses-badge-notice.tsx'
import { ProfileForm, type ProfileFormConfig } from './profile-form.tsx'
import type { KhateebProfileValues } from './profile-resolvers.ts'
import { type KhateebRecord, khateebRecordQuery } from './record-queries.ts'

const profileFormConfig: ProfileFormConfig<KhateebRecord, KhateebProfileValues> = {
  queryKey: khateebRecordQuery().queryKey,
  loadResolver: async () => (await import('./profile-resolvers.ts')).khateebProfileResolver,
  toFormValues: ({ firstName, lastName, bio, expertise, phone, zipCode }) => ({
    firstName,
    lastName,
    bio,
    expertise,
    phone: formatPhone(phone),
    zipCode,
  }),
  save: (changed) => call(updateUser, { uid: 'me', ...changed }),
}

interface NameNoticeProps {
  record: KhateebRecord
  form: Pick<UseFormReturn<KhateebProfileValues>, 'watch'>
}

function NameNotice({ record, form }: NameNoticeProps) {
  const [firstName, lastName] = form.watch(['firstName', 'lastName'])
  const keepsName = firstName.trim() === record.firstName && lastName.trim() === record.lastName
  return record.verified && !keepsName ? <LosesBadgeNotice /> : null
}

/** The form of a khateeb's own profile. */
export function KhateebProfile({ record }: { record: KhateebRecord }) {
  return (
    <ProfileForm profile={profileFormConfig} record={record}>
      {(form, draft) => (
        <>
          <FieldPair>
            <TextField
              {...form.field('firstName')}
              label={t`First name`}
              autoComplete="given-name"
              required
            />
            <TextField {...form.field('lastName')} label={t`Last name`} autoComplete="family-name" required />
          </FieldPair>
          <CountedTextArea
            {...form.field('bio')}
            control={form.control}
            name="bio"
            maxCharacters={2_000}
            label={t`Bio`}
            hint={t`Who you are, where you studied, what people can expect. Masjids read it before they invite you.`}
            rows={6}
          />
          <CountedTextArea
            {...form.field('expertise')}
            control={form.control}
            name="expertise"
            maxCharacters={500}
            label={t`Expertise`}
            hint={t`What you like to speak about, and in which languages.`}
            rows={3}
          />
          <PhoneField {...form.field('phone')} hint={t`We show it only to masjids that need to reach you.`} />
          <PlaceFields zip={form.field('zipCode')} form={form} known={record} draftZip={draft['zipCode']} />
          <NameNotice record={record} form={form} />
        </>
      )}
    </ProfileForm>
  )
}
