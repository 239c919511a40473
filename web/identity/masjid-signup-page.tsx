import { t } from '@lingui/core/macro'
import { CallFailed } from '../../contract/client.ts'
import { masjidSignup } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { sentenceOf } from '../app/failure-sentences.ts'
import { useTitle } from '../app/title.ts'
import { PlaceFields } from '../places/place-fields.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showFieldErrors } from './form-errors.ts'
import { PhoneField } from './phone-field.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useLazyForm } from './use-lazy-form.ts'
import { GeocodingFailed, useSignUp } from './use-sign-up.ts'
import { WebsiteField } from './website-field.tsx'

const loadResolver = async () => (await import('./validation.ts')).masjidSignUpResolver

/** Registration of a masjid. */
export function Component() {
  useTitle(t`Masjid Sign Up`)
  const signUp = useSignUp()
  const form = useLazyForm(loadResolver)
  const { field, setError } = form

  const submit = form.submitWith(({ repeatedPassword: _, ...values }) =>
    signUp({
      entered: values,
      create: () => call(masjidSignup, values),
      success: t`Masjid signed up successfully!`,
      failure: (error) => {
        const names = ['password', 'zipCode', 'email', 'phone', 'website'] as const
        return failureOf(error, showFieldErrors(error, names, setError))
      },
    }),
  )

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
      <TextField {...field('email')} label={t`E-mail`} type="email" autoComplete="username" required />
      <PhoneField {...field('phone')} />
      <WebsiteField {...field('website')} />
    </SignUpForm>
  )
}

function failureOf(error: unknown, fieldError: string | undefined) {
  const isGeocoding = error instanceof GeocodingFailed
  const cause = isGeocoding ? error.cause : error
  const isAnswered = cause instanceof CallFailed
  if (isAnswered && cause.status === 0) return { text: t`Network error. Please check your connection.` }
  if (isGeocoding) {
    return {
      text: isAnswered ? t`Failed to get location coordinates` : t`Invalid response from location service`,
    }
  }
  if (!isAnswered) return { text: t`Invalid response from server` }
  return { text: t`Signup failed`, reason: fieldError ?? sentenceOf(error) }
}
