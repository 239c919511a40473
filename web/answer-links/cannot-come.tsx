import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { useWithdrawalReason } from '../proposals/use-withdrawal-reason.tsx'
import { Button } from '../ui/button.tsx'

interface CannotComeProps {
  isBusy: boolean
  isDisabled: boolean
  onWithdraw: (reason: string) => void
}

/** The button of a confirmed khateeb who can't come. The first press asks for the reason, the second press withdraws. */
export function CannotCome({ isBusy, isDisabled, onWithdraw }: CannotComeProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { reason, field, focus, check } = useWithdrawalReason()
  const focusField = useEffectEvent(focus)
  useEffect(() => {
    if (isOpen) focusField()
  }, [isOpen])
  if (!isOpen) {
    return (
      <Button variant="secondary" wide disabled={isDisabled} onClick={() => setIsOpen(true)}>
        {t`I can’t come`}
      </Button>
    )
  }
  return (
    <>
      {field}
      <Button
        variant="danger"
        wide
        busy={isBusy}
        disabled={isDisabled}
        onClick={() => check() && onWithdraw(reason)}
      >
        {t`Tell the masjid that I can’t come`}
      </Button>
    </>
  )
}
