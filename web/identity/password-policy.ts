import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getPasswordPolicy } from '../../contract/identity.ts'
import { call } from '../app/api-call.ts'
import { lingui } from '../app/i18n.ts'
import { messages } from '../words/new-password.en.po'

lingui.load('en', messages)

type Policy = OutputOf<typeof getPasswordPolicy>

/**
 * Returns the password policy as a text, to show before the user types. Empty until the policy is loaded. When a password is refused,
 * loads the policy again, because the operator may have changed it.
 */
export function usePasswordPolicyText({ isRefused }: { isRefused: boolean }): string {
  const { data, refetch } = useQuery({
    queryKey: ['password_policy'],
    queryFn: () => call(getPasswordPolicy, {}),
    staleTime: Number.POSITIVE_INFINITY,
    // No loader fetches the policy, so mounting the form again has to repeat a failed call.
    retryOnMount: true,
  })
  useEffect(() => void (isRefused && refetch()), [isRefused, refetch])
  return data === undefined ? '' : policyText(data)
}

function policyText(policy: Policy): string {
  const { minLength, maxLength } = policy
  const parts = [
    t`${minLength} to ${maxLength} characters, and not one of the most common passwords.`,
    policy.lowercase && t`A lowercase letter.`,
    policy.uppercase && t`An uppercase letter.`,
    policy.numeric && t`A digit.`,
    policy.nonAlphanumeric && t`A character that is neither a letter nor a digit.`,
  ]
  return parts.filter((it) => it !== false).join(' ')
}
