import { t } from '@lingui/core/macro'
import { useForm, useWatch } from 'react-hook-form'
import { CallFailed } from '../../contract/client.ts'
import { masjidSignup } from '../../contract/identity.ts'
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
import { FootLink, IdentityForm } from './identity-form.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { PhoneField } from './phone-field.tsx'
import { SignedOutOnly } from './signed-out-only.tsx'
import { type SignUpFailure, useSignUp } from './use-sign-up.ts'

const loadResolver = async () => (await import('./validation.ts')).masjidSignUpResolver

/** Registration of a masjid. */
export function Component() {
  useTitle(t`Masjid Sign Up`)
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
            throw new GeocodingFailed(error)
          })
          await call(masjidSignup, values)
        },
        success: t`Masjid signed up successfully!`,
        failure: (error) => {
          const names = ['password', 'zipCode', 'email', 'phone', 'website'] as const
          const fieldError = showFieldErrors(error, names, setError)
          return failureOf(error, fieldError)
        },
        email: values.email,
      }),
    showFirstError,
  )

  return (
    <SignedOutOnly signsUp>
      <IdentityForm
        title={t`Sign Up For Your Local Masjid`}
        lead={t`Post your Fridays, and let khateebs nearby fill them.`}
        onSubmit={(event) => void submit(event)}
        foot={
          <>
            {t`Already registered?`} <FootLink to={paths.login}>{t`Login`}</FootLink>
          </>
        }
      >
        <TextField
          {...register('masjidName')}
          label={t`Masjid name`}
          error={errors.masjidName?.message}
          autoComplete="organization"
          required
        />
        <TextField
          {...register('masjidAddress')}
          label={t`Masjid address`}
          error={errors.masjidAddress?.message}
          autoComplete="address-line1"
          required
        />
        <PlaceFields
          zip={register('zipCode')}
          value={zipCode}
          error={errors.zipCode?.message}
          onValidated={(message) =>
            message === undefined ? clearErrors('zipCode') : setError('zipCode', { message })
          }
        />
        <TextField
          {...register('email')}
          label={t`E-mail`}
          error={errors.email?.message}
          type="email"
          autoComplete="username"
          required
        />
        <PhoneField phone={register('phone')} error={errors.phone?.message} />
        <TextField
          {...register('website')}
          label={t`Website`}
          optionalText={t`Optional`}
          error={errors.website?.message}
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="www.example.org"
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

/** The ZIP code could not be geocoded; `cause` is the error of the call. */
class GeocodingFailed extends Error {
  override readonly name = 'GeocodingFailed'

  constructor(cause: unknown) {
    super('geocoding failed', { cause })
  }
}

function failureOf(error: unknown, fieldError: string | undefined): SignUpFailure {
  const cause = error instanceof GeocodingFailed ? error.cause : error
  if (cause instanceof CallFailed && cause.status === 0)
    return { text: t`Network error. Please check your connection.` }
  const isAnswered = cause instanceof CallFailed
  if (error instanceof GeocodingFailed) {
    return {
      text: isAnswered ? t`Failed to get location coordinates` : t`Invalid response from location service`,
    }
  }
  if (!isAnswered) return { text: t`Invalid response from server` }
  return { text: t`Signup failed`, reason: fieldError ?? sentenceOf(error) }
}
