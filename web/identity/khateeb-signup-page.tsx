import { t } from '@lingui/core/macro'
import { CallFailed } from '../../contract/client.ts'
import { khateebSignup } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { sentenceOf } from '../app/failure-sentences.ts'
import { useTitle } from '../app/title.ts'
import { PlaceFields } from '../places/place-fields.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showFieldErrors } from './form-errors.ts'
import { FieldPair } from './identity-form.tsx'
import { PhoneField } from './phone-field.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { useLazyForm } from './use-lazy-form.ts'
import { GeocodingFailed, useSignUp } from './use-sign-up.ts'

const loadResolver = async () => (await import('./validation.ts')).khateebSignUpResolver

/** Registration of a khateeb. */
export function Component() {
  useTitle(t`Khateeb Sign Up`)
  const signUp = useSignUp()
  const form = useLazyForm(loadResolver)
  const { field, setError } = form

  const submit = form.submitWith(({ repeatedPassword: _, ...values }) =>
    signUp({
      entered: values,
      create: () => call(khateebSignup, values),
      success: t`User signed up successfully!`,
      failure: (error) => {
        const fieldError = showFieldErrors(error, ['password', 'zipCode', 'email', 'phone'], setError)
        return { text: failureText(error, fieldError) }
      },
    }),
  )

  return (
    <SignUpForm
      title={t`Sign Up To Be A Khateeb`}
      lead={t`Masjids near you will find you, and you will find them.`}
      onSubmit={submit}
      form={form}
    >
      <FieldPair>
        <TextField {...field('firstName')} label={t`First name`} autoComplete="given-name" required />
        <TextField {...field('lastName')} label={t`Last name`} autoComplete="family-name" required />
      </FieldPair>
      <TextField {...field('email')} label={t`E-mail`} type="email" autoComplete="username" required />
      <PhoneField {...field('phone')} hint={t`Only masjids that need to reach you see it.`} />
      <PlaceFields zip={field('zipCode')} form={form} />
    </SignUpForm>
  )
}

function failureText(error: unknown, fieldError: string | undefined): string {
  if (error instanceof GeocodingFailed) {
    const why = sentenceOf(error.cause)
    return t`Geocoding failed: ${why}`
  }
  const isAnswered = error instanceof CallFailed && error.status !== 0
  if (!isAnswered) return t`Failed to create an account. Please try again.`
  const why = fieldError ?? sentenceOf(error)
  return t`Signup failed: ${why}`
}
