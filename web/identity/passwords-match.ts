import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { words } from '../app/words.ts'

const mismatch = msg`Passwords do not match`

interface TypedTwice {
  readonly password: string
  readonly repeatedPassword: string
}

/** For a form in which a password is chosen and typed a second time. Judged whatever else is wrong, so that all is said at once. */
export const passwordsMatch = z.refine<TypedTwice>(
  ({ password, repeatedPassword }) => password === repeatedPassword.normalize('NFC'),
  { path: ['repeatedPassword'], error: () => words._(mismatch), when: () => true },
)
