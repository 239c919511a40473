import { useState } from 'react'
import { type Action, useAction } from '../app/use-action.ts'

/** An action that asks first. The question stays open while the server can't be reached, and goes once it has answered. */
export function useConfirmedAction<Given, Answer>(action: Action<Given, Answer>) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const { mutate, isPending } = useAction(action, { onAnswer: close })
  return { isOpen, ask: () => setIsOpen(true), close, confirm: mutate, busy: isPending }
}
