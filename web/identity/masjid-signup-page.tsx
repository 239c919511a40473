import { t } from '@lingui/core/macro'
import { CallFailed } from '../../contract/client.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { masjidSignup } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { failureMessage } from '../app/failure-message.ts'
import { useTitle } from '../app/title.ts'
import type { Action, FailureToast } from '../app/use-action.ts'
import { PhoneField } from '../forms/phone-field.tsx'
import { useFormAction } from '../forms/use-form-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { WebsiteField } from '../forms/website-field.tsx'
import { PlaceFields } from '../places/place-fields.tsx'
import { TextField } from '../ui/text-field.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { checkZipCanBeGeocoded, GeocodingFailed, useGoToLogin } from './sign-up-steps.ts'

const loadResolver = async () => (await import('./form-resolvers.ts')).masjidSignUpResolver

const signUp: Action<RawInputOf<typeof masjidSignup> & { repeatedPassword: string }> = {
  run: async ({ repeatedPassword: _, ...account }) => {
    // Before the sign-up, so that the toast of a failure says that the ZIP code is the reason.
    await checkZipCanBeGeocoded(account.zipCode)
    return call(masjidSignup, account)
  },
  done: () => t`Masjid signed up successfully!`,
  failed: failureToast,
  skipsRefresh: true,
}

/** The screen on which a masjid signs up. */
export function Component() {
  useTitle(t`Masjid Sign Up`)
  const form = useLazyForm(loadResolver)
  const submit = useFormAction(form, signUp, { onDone: useGoToLogin() })
  const { field } = form
  return (
    <SignUpForm
      title={t`Sign Up For Your Local Masjid`}
      lead={t`Post your Fridays, and let khateebs nearby fill them.`}
      onSubmit={submit}
      form={form}
    >
      <TextField {...field('masjidName')} label={t`Masjid name`} autoComplete="organization" required />
      <TextField
        {...field('masjidAddress')}
        label={t`Masjid address`}
        autoComplete="address-line1"
        required
      />
      <PlaceFields zip={field('zipCode')} form={form} />
      <TextField {...field('email')} label={t`Email`} type="email" autoComplete="username" required />
      <PhoneField {...field('phone')} />
      <WebsiteField {...field('website')} />
    </SignUpForm>
  )
}

function failureToast(error: Error, fieldError?: string): FailureToast {
  const isGeocoding = error instanceof GeocodingFailed
  const cause = isGeocoding ? error.cause : error
  const isCallFailure = cause instanceof CallFailed
  if (isCallFailure && cause.status === 0)
    return { text: t`Network error. Please check your connection.`, reason: undefined }
  if (isGeocoding) {
    return {
      text: isCallFailure ? t`Failed to get location coordinates` : t`Invalid response from location service`,
      reason: undefined,
    }
  }
  if (!isCallFailure) return { text: t`Invalid response from server`, reason: undefined }
  return { text: t`Signup failed`, reason: fieldError ?? failureMessage(error) }
}
