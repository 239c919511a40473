import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'

interface CannotComeProps {
  isBusy: boolean
  isDisabled: boolean
  onWithdraw: (reason: string) => void
}

/** The button of a confirmed khateeb who can't come. The first press asks for the reason, the second press withdraws. */
export function CannotCome({ isBusy, isDisabled, onWithdraw }: CannotComeProps) {
  const [reason, setReason] = useState<string>()
  const [isMissing, setIsMissing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const isOpen = reason !== undefined
  useEffect(() => {
    if (isOpen) area.current?.focus()
  }, [isOpen])
  if (!isOpen) {
    return (
      <Button variant="secondary" wide disabled={isDisabled} onClick={() => setReason('')}>
        {t`I can’t come`}
      </Button>
    )
  }
  const withdraw = () => {
    const isEmpty = reason.trim() === ''
    setIsMissing(isEmpty)
    if (isEmpty) area.current?.focus()
    else onWithdraw(reason)
  }
  return (
    <>
      <TextArea
        ref={area}
        label={t`Reason`}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        {...(isMissing && reason.trim() === '' && { error: t`Please tell the masjid why.` })}
      />
      <Button variant="danger" wide busy={isBusy} disabled={isDisabled} onClick={withdraw}>
        {t`Tell the masjid that I can’t come`}
      </Button>
    </>
  )
}
