import { t } from '@lingui/core/macro'
import type { InputOf, OutputOf } from '../../../contract/endpoint.ts'
import { addMasjid } from '../../../contract/identity.ts'
import { call } from '../../app/api-call.ts'
import { lingui } from '../../app/i18n.ts'
import type { Action } from '../../app/use-action.ts'
import { PhoneField } from '../../forms/phone-field.tsx'
import { useLazyForm } from '../../forms/use-lazy-form.ts'
import { WebsiteField } from '../../forms/website-field.tsx'
import { PlaceFields } from '../../places/place-fields.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { messages } from '../../words/new-party.en.po'
import { DialogForm } from './dialog-form.tsx'
import { useOpenLanding } from './use-open-landing.ts'

lingui.load('en', messages)

const loadResolver = async () => (await import('../form-resolvers.ts')).newMasjidResolver

const add: Action<InputOf<typeof addMasjid>, OutputOf<typeof addMasjid>> = {
  run: (masjid) => call(addMasjid, masjid),
  failed: () => t`Failed to add the masjid.`,
  skipsRefresh: true,
}

/** A dialog in which a user adds a masjid to their account. */
export function AddMasjidDialog({ onClose }: { onClose: () => void }) {
  const form = useLazyForm(loadResolver)
  const openLanding = useOpenLanding('masjid')
  const { field } = form
  return (
    <DialogForm
      form={form}
      action={add}
      onDone={({ uid }, { masjidName }) => openLanding(uid, t`${masjidName} is added.`)}
      title={t`Add a masjid`}
      onClose={onClose}
      submitText={t`Add masjid`}
      busyText={t`Adding...`}
    >
      <p>{t`You sign in as before, and choose at the top of each screen for whom you act.`}</p>
      <TextField {...field('masjidName')} label={t`Masjid name`} autoComplete="organization" required />
      <TextField
        {...field('masjidAddress')}
        label={t`Masjid address`}
        autoComplete="address-line1"
        required
      />
      <PlaceFields zip={field('zipCode')} form={form} />
      <PhoneField {...field('phone')} />
      <WebsiteField {...field('website')} />
    </DialogForm>
  )
}
