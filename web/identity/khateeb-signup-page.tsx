import { t } from '@lingui/core/macro'
import { useForm, useWatch } from 'react-hook-form'
import { CallFailed } from '../../contract/client.ts'
import { khateebSignup } from '../../contract/identity.ts'
import { geocode } from '../../contract/places.ts'
import { call } from '../app/api-call.ts'
import { sentenceOf } from '../app/failure-sentences.ts'
import { useLazyResolver } from '../app/lazy-resolver.ts'
import { paths } from '../app/paths.ts'
import { useTitle } from '../app/title.ts'
import { PlaceFields } from '../places/place-fields.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showFieldErrors, showFirstError } from './form-errors.ts'
import { FieldPair, FootLink, IdentityForm } from './identity-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { PhoneField } from './phone-field.tsx'
import { SignedOutOnly } from './signed-out-only.tsx'
import { useSignUp } from './use-sign-up.ts'

const loadResolver = async () => (await import('./validation.ts')).khateebSignUpResolver

/** Registration of a khateeb. */
export function Component() {
  useTitle(t`Khateeb Sign Up`)
  const signUp = useSignUp()
  const {
    register,
    control,
    handleSubmit,
    setError,
    clearErrors,
    formState: { errors, isSubmitting },
  } = useForm({ resolver: useLazyResolver(loadResolver) })
  const zipCode = useWatch({ control, name: 'zipCode', defaultValue: '' })

  const submit = handleSubmit(
    ({ repeatedPassword: _, ...values }) =>
      signUp({
        signUp: async () => {
          await call(geocode, { zipCode: values.zipCode }).catch((error: unknown) => {
            throw new GeocodingFailed(sentenceOf(error))
          })
          await call(khateebSignup, values)
        },
        success: t`User signed up successfully!`,
        failure: (error) => {
          const fieldError = showFieldErrors(error, ['password', 'zipCode', 'email', 'phone'], setError)
          return { text: failureText(error, fieldError) }
        },
        email: values.email,
      }),
    showFirstError,
  )

  return (
    <SignedOutOnly signsUp>
      <IdentityForm
        title={t`Sign Up To Be A Khateeb`}
        lead={t`Masjids near you will find you, and you will find them.`}
        onSubmit={(event) => void submit(event)}
        foot={
          <>
            {t`Already registered?`} <FootLink to={paths.login}>{t`Login`}</FootLink>
          </>
        }
      >
        <FieldPair>
          <TextField
            {...register('firstName')}
            label={t`First name`}
            error={errors.firstName?.message}
            autoComplete="given-name"
            required
          />
          <TextField
            {...register('lastName')}
            label={t`Last name`}
            error={errors.lastName?.message}
            autoComplete="family-name"
            required
          />
        </FieldPair>
        <TextField
          {...register('email')}
          label={t`E-mail`}
          error={errors.email?.message}
          type="email"
          autoComplete="username"
          required
        />
        <PhoneField
          phone={register('phone')}
          error={errors.phone?.message}
          hint={t`Only masjids that need to reach you see it.`}
        />
        <PlaceFields
          zip={register('zipCode')}
          value={zipCode}
          error={errors.zipCode?.message}
          onValidated={(message) =>
            message === undefined ? clearErrors('zipCode') : setError('zipCode', { message })
          }
        />
        <NewPasswordFields
          password={register('password')}
          repeated={register('repeatedPassword')}
          passwordError={errors.password?.message}
          repeatedError={errors.repeatedPassword?.message}
        />
        <Button type="submit" size="large" wide busy={isSubmitting} busyText={t`Registering...`}>
          {t`Register`}
        </Button>
      </IdentityForm>
    </SignedOutOnly>
  )
}

/** The ZIP code could not be geocoded; the message says why. */
class GeocodingFailed extends Error {
  override readonly name = 'GeocodingFailed'
}

function failureText(error: unknown, fieldError: string | undefined): string {
  if (error instanceof GeocodingFailed) {
    const why = error.message
    return t`Geocoding failed: ${why}`
  }
  const isAnswered = error instanceof CallFailed && error.status !== 0
  if (!isAnswered) return t`Failed to create an account. Please try again.`
  const why = fieldError ?? sentenceOf(error)
  return t`Signup failed: ${why}`
}
