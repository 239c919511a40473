import type { ReactNode } from 'react'
import { type Action, useAction, useIsGroupRunning } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import type { ButtonVariant } from '../ui/button-class.ts'
import { useHasRole } from './use-has-role.ts'

interface ActionButtonProps<Given, Output> {
  action: Action<Given, Output>
  /** The action's input. */
  given: Given
  /** Id of the text that names the object of the action, for screen readers. */
  describedBy: string
  variant?: ButtonVariant
  /** Disables the button while another action of this group runs, for example Reject while Approve runs. */
  group?: string | undefined
  /** Ignores presses while the list is changing, the button's script is loading, or information that the user needs first is loading. */
  isLoading?: boolean
  children: ReactNode
}

/** A button that runs an action without confirmation. Renders nothing for members who may not change khutbahs and khateebs. */
export function ActionButton<Given, Output>(props: ActionButtonProps<Given, Output>) {
  const { action, given, describedBy, variant = 'secondary', group, isLoading = false, children } = props
  const { mutate, isPending } = useAction(action, { group })
  const isGroupRunning = useIsGroupRunning(group)
  if (!useHasRole('scheduler')) return null
  return (
    <Button
      variant={variant}
      busy={isPending || isLoading}
      disabled={isGroupRunning}
      aria-describedby={describedBy}
      onClick={() => mutate(given)}
    >
      {children}
    </Button>
  )
}
