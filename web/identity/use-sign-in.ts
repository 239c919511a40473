import { t } from '@lingui/core/macro'
import { useNavigate, useSearchParams } from 'react-router'
import { CallFailed } from '../../contract/client.ts'
import type { Role } from '../../contract/endpoint.ts'
import { checkUserRole, signIn } from '../../contract/identity.ts'
import { call } from '../app/call.ts'
import { landings, nextOf } from '../app/paths.ts'
import { sentenceOf } from '../app/sentences.ts'
import { renewSession } from '../app/session.ts'
import { showFailure, showSuccess } from '../ui/toasts.tsx'
import { stepDelay } from './use-sign-up.ts'

interface Credentials {
  readonly email: string
  readonly password: string
  readonly remember: boolean
}

/** Signs in, and after a second goes where the person was going, else to the landing screen of the role. */
export function useSignIn(): (credentials: Credentials) => Promise<void> {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return async (credentials) => {
    try {
      await call(signIn, credentials)
    } catch (error) {
      showFailure(whyNot(error))
      return
    }
    showSuccess(t`Logged in successfully!`)
    const [role] = await Promise.all([
      roleOf(),
      // Where it can't be had now, the next screen asks for it.
      renewSession().catch(() => null),
      new Promise((resolve) => setTimeout(resolve, stepDelay)),
    ])
    if (role === undefined) return
    await navigate(nextOf(search) ?? landings[role], { replace: true })
  }
}

function whyNot(error: unknown): string {
  const isRefused = error instanceof CallFailed && ['wrong_credentials', 'invalid_input'].includes(error.code)
  return isRefused ? t`Failed to sign in. Please check your credentials and try again.` : sentenceOf(error)
}

/** The role as the server knows it; says what is wrong when there is none. */
async function roleOf(): Promise<Role | undefined> {
  try {
    const { role } = await call(checkUserRole, { uid: 'me' })
    if (role in landings) return role
    showFailure(t`User role not found`)
  } catch {
    showFailure(t`Failed to check user role`)
  }
  return undefined
}
