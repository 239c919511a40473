import { useNavigate } from 'react-router'
import { geocode } from '../../contract/places.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { useIsNavigationIdle } from './use-is-navigation-idle.ts'

/** The time between a success and the redirect, in milliseconds, so that the user can read the toast before the screen changes. */
export const redirectDelay = 1_000

/** The error for a ZIP code that could not be geocoded. `cause` is the error of the call. */
export class GeocodingFailed extends Error {}

/**
 * Geocodes a ZIP code before a sign-up, so that a failure says that the ZIP code is the reason, as the specification demands. Rejects with
 * `GeocodingFailed` if the call fails.
 */
export async function checkZipCanBeGeocoded(zipCode: string): Promise<void> {
  await call(geocode, { zipCode }).catch((cause: unknown) => {
    throw new GeocodingFailed('geocoding failed', { cause })
  })
}

/** Returns a function for `onDone` of a sign-up. After a second, it navigates to the login and fills in the email. */
export function useGoToLogin(): (output: unknown, account: { readonly email: string }) => Promise<void> {
  const navigate = useNavigate()
  const isIdle = useIsNavigationIdle()
  return async (_, { email }) => {
    await new Promise<void>((resolve) => void setTimeout(resolve, redirectDelay))
    // Replaces the history entry, so that Back doesn't return to the sign-up form.
    if (isIdle()) await navigate(paths.login, { replace: true, state: { email } })
  }
}
