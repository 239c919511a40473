import { t } from '@lingui/core/macro'
import type { InputOf, OutputOf } from '../../../contract/endpoint.ts'
import { becomeKhateeb } from '../../../contract/identity.ts'
import { call } from '../../app/api-call.ts'
import { lingui } from '../../app/i18n.ts'
import type { Action } from '../../app/use-action.ts'
import { FieldPair } from '../../forms/field-pair.tsx'
import { PhoneField } from '../../forms/phone-field.tsx'
import { useLazyForm } from '../../forms/use-lazy-form.ts'
import { PlaceFields } from '../../places/place-fields.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { messages } from '../../words/new-party.en.po'
import { DialogForm } from './dialog-form.tsx'
import { useOpenLanding } from './use-open-landing.ts'

lingui.load('en', messages)

const loadResolver = async () => (await import('../form-resolvers.ts')).newKhateebResolver

const become: Action<InputOf<typeof becomeKhateeb>, OutputOf<typeof becomeKhateeb>> = {
  run: (khateeb) => call(becomeKhateeb, khateeb),
  failed: () => t`Failed to create the khateeb’s profile.`,
  skipsRefresh: true,
}

/** A dialog in which a user adds a khateeb profile to their account. */
export function BecomeKhateebDialog({ onClose }: { onClose: () => void }) {
  const form = useLazyForm(loadResolver)
  const openLanding = useOpenLanding('khateeb')
  const { field } = form
  return (
    <DialogForm
      form={form}
      action={become}
      onDone={({ uid }) => openLanding(uid, t`Your khateeb profile is ready.`)}
      title={t`Become a khateeb`}
      onClose={onClose}
      submitText={t`Create profile`}
      busyText={t`Creating...`}
    >
      <p>{t`You sign in as before, and choose at the top of each screen for whom you act.`}</p>
      <FieldPair>
        <TextField {...field('firstName')} label={t`First name`} autoComplete="given-name" required />
        <TextField {...field('lastName')} label={t`Last name`} autoComplete="family-name" required />
      </FieldPair>
      <PhoneField {...field('phone')} hint={t`We show it only to masjids that need to reach you.`} />
      <PlaceFields zip={field('zipCode')} form={form} />
    </DialogForm>
  )
}
