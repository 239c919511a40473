import { t } from '@lingui/core/macro'
import { CallFailed } from '../../contract/client.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { khateebSignup } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { failureMessage } from '../app/failure-message.ts'
import { useTitle } from '../app/title.ts'
import type { Action } from '../app/use-action.ts'
import { FieldPair } from '../forms/field-pair.tsx'
import { PhoneField } from '../forms/phone-field.tsx'
import { useFormAction } from '../forms/use-form-action.ts'
import { useLazyForm } from '../forms/use-lazy-form.ts'
import { PlaceFields } from '../places/place-fields.tsx'
import { TextField } from '../ui/text-field.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { checkZipCanBeGeocoded, GeocodingFailed, useGoToLogin } from './sign-up-steps.ts'

const loadResolver = async () => (await import('./form-resolvers.ts')).khateebSignUpResolver

const signUp: Action<RawInputOf<typeof khateebSignup> & { repeatedPassword: string }> = {
  run: async ({ repeatedPassword: _, ...account }) => {
    await checkZipCanBeGeocoded(account.zipCode)
    return call(khateebSignup, account)
  },
  done: () => t`User signed up successfully!`,
  failed: (error, fieldError) => ({ text: failureText(error, fieldError), reason: undefined }),
  skipsRefresh: true,
}

/** The screen on which a khateeb signs up. */
export function Component() {
  useTitle(t`Khateeb Sign Up`)
  const form = useLazyForm(loadResolver)
  const submit = useFormAction(form, signUp, { onDone: useGoToLogin() })
  const { field } = form
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
      <TextField {...field('email')} label={t`Email`} type="email" autoComplete="username" required />
      <PhoneField {...field('phone')} hint={t`We show it only to masjids that need to reach you.`} />
      <PlaceFields zip={field('zipCode')} form={form} />
    </SignUpForm>
  )
}

function failureText(error: unknown, fieldError: string | undefined): string {
  if (error instanceof GeocodingFailed) {
    const why = failureMessage(error.cause)
    return t`Geocoding failed: ${why}`
  }
  const hasResponse = error instanceof CallFailed && error.status !== 0
  if (!hasResponse) return t`Failed to create an account. Please try again.`
  const why = fieldError ?? failureMessage(error)
  return t`Signup failed: ${why}`
}
