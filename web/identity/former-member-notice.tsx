import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { isFormerMember } from './is-former-member.ts'

/** A notice that tells a former member why their session has ended. Renders nothing for other visitors. */
export function FormerMemberNotice() {
  const [isFormer, setIsFormer] = useState(false)
  useEffect(() => void isFormerMember().then(setIsFormer), [])
  return (
    isFormer && (
      <div className="mx-auto mb-6 w-full max-w-form">
        <Notice announced>
          {t`You are no longer a member, so your account was deleted. Our email says more.`}
        </Notice>
      </div>
    )
  )
}
