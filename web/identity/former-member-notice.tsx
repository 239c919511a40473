import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { isFormerMember } from './is-former-member.ts'

/** Tells a former member why the session of their screen has ended. */
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
