import { useNavigate } from 'react-router'
import { geocode } from '../../contract/places.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { useIsNavigationIdle } from './use-is-navigation-idle.ts'

/** Milliseconds between a success and the redirect, so that its toast is read on the same screen. */
export const redirectDelay = 1_000

/** The ZIP code could not be geocoded; `cause` is the error of the call. */
export class GeocodingFailed extends Error {}

/** Geocodes a ZIP code before a sign-up. Rejects with `GeocodingFailed`. */
export async function checkZipCanBeGeocoded(zipCode: string): Promise<void> {
  await call(geocode, { zipCode }).catch((cause: unknown) => {
    throw new GeocodingFailed('geocoding failed', { cause })
  })
}

/** For `onDone` of a sign-up: after a second, navigates to the login with the email filled in. */
export function useGoToLogin(): (answer: unknown, account: { readonly email: string }) => Promise<void> {
  const navigate = useNavigate()
  const isIdle = useIsNavigationIdle()
  return async (_, { email }) => {
    await new Promise<void>((resolve) => void setTimeout(resolve, redirectDelay))
    // `replace`: going back must not return to the sign-up form.
    if (isIdle()) await navigate(paths.login, { replace: true, state: { email } })
  }
}
