import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getPasswordPolicy } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/caller.ts'

type Policy = OutputOf<typeof getPasswordPolicy>

/** What a new password must be like, in words; told before it is broken. Empty until the server has said it. */
export function usePasswordPolicyText(): string {
  const { data } = useQuery({
    queryKey: policyKey,
    queryFn: () => call(getPasswordPolicy, {}),
    staleTime: Number.POSITIVE_INFINITY,
    // No loader asks for it.
    retryOnMount: true,
  })
  return data === undefined ? '' : inWords(data)
}

const policyKey = ['password_policy']

/** To be called when a password was refused: asks the policy anew, as the operator may have changed it meanwhile. */
export function refetchPolicyAfter(error: unknown): void {
  if (!(error instanceof CallFailed)) return
  if (error.fields['password'] !== undefined || error.fields['newPassword'] !== undefined) {
    void queryClient().invalidateQueries({ queryKey: policyKey })
  }
}

function inWords(policy: Policy): string {
  const { minLength, maxLength } = policy
  const parts = [
    t`${minLength} to ${maxLength} characters, and not one of the commonest passwords.`,
    policy.lowercase && t`A lower-case letter.`,
    policy.uppercase && t`An upper-case letter.`,
    policy.numeric && t`A digit.`,
    policy.nonAlphanumeric && t`A character that is neither letter nor digit.`,
  ]
  return parts.filter((it) => it !== false).join(' ')
}
