import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { CallFailed } from '../../contract/client.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getPasswordPolicy } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/caller.ts'

type Policy = OutputOf<typeof getPasswordPolicy>

/** The password policy in words, shown before the user types. Empty until it is loaded. */
export function usePasswordPolicyText(): string {
  const { data } = useQuery({
    queryKey: policyKey,
    queryFn: () => call(getPasswordPolicy, {}),
    staleTime: Number.POSITIVE_INFINITY,
    // No loader fetches it again after a failure.
    retryOnMount: true,
  })
  return data === undefined ? '' : policyText(data)
}

const policyKey = ['password_policy']

/** Refetches the policy if `error` is about a password: the operator may have changed the policy since. */
export function refetchPolicyAfter(error: unknown): void {
  if (!(error instanceof CallFailed)) return
  if (error.fields['password'] !== undefined || error.fields['newPassword'] !== undefined) {
    void queryClient().invalidateQueries({ queryKey: policyKey })
  }
}

function policyText(policy: Policy): string {
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
