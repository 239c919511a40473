import { useState } from 'react'
import { type Action, useAction } from '../app/use-action.ts'

/** An action with a confirmation dialog. The dialog closes after success or a refusal, and stays open after any other failure. */
export function useConfirmedAction<Given, Answer>(action: Action<Given, Answer>) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const { mutate, isPending } = useAction(action, { onAnswer: close })
  return { isOpen, ask: () => setIsOpen(true), close, confirm: mutate, busy: isPending }
}
