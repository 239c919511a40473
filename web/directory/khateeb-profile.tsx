import { t } from '@lingui/core/macro'
import { updateUser } from '../../contract/directory.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/caller.ts'
import { formatPhone } from '../app/format.ts'
import { updateSessionName } from '../app/session.ts'
import { FieldPair } from '../identity/identity-form.tsx'
import { PhoneField } from '../identity/phone-field.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CountedTextArea } from './counted-text-area.tsx'
import { ProfileForm } from './profile-form.tsx'
import { type KhateebRecord, khateebRecordQuery } from './record-queries.ts'
import type { KhateebProfileValues } from './validation.ts'

const loadResolver = async () => (await import('./validation.ts')).khateebProfileResolver

function toFormValues(record: KhateebRecord): KhateebProfileValues {
  const { firstName, lastName, bio, expertise, phone, zipCode } = record
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
          <PhoneField {...form.field('phone')} hint={t`Only masjids that need to reach you see it.`} />
          <PlaceFields zip={form.field('zipCode')} form={form} known={record} draftZip={draft['zipCode']} />
        </>
      )}
    </ProfileForm>
  )
}
