import { t } from '@lingui/core/macro'
import { type ReactNode, useRef, useState } from 'react'
import { TextArea } from '../ui/text-area.tsx'

interface WithdrawalReason {
  readonly reason: string
  readonly setReason: (reason: string) => void
  readonly field: ReactNode
  readonly focus: () => void
  /** Returns whether there is a reason. Otherwise shows an error at the field, and focuses it. */
  readonly check: () => boolean
}

/** The field for the reason of a withdrawal, which is required. */
export function useWithdrawalReason(onType?: (reason: string) => void): WithdrawalReason {
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const focus = () => area.current?.focus()
  const isEmpty = reason.trim() === ''
  return {
    reason,
    setReason,
    focus,
    check: () => {
      setIsMissing(isEmpty)
      if (isEmpty) focus()
      return !isEmpty
    },
    field: (
      <TextArea
        ref={area}
        label={t`Reason`}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value)
          onType?.(target.value)
        }}
        {...(isMissing && isEmpty && { error: t`Please tell the masjid why.` })}
      />
    ),
  }
}
