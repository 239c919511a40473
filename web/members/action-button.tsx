import type { ReactNode } from 'react'
import { type Action, useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import type { ButtonVariant } from '../ui/button-class.ts'

interface ActionButtonProps<Given> {
  action: Action<Given>
  /** What it is done with. */
  given: Given
  /** Id of the text that says so, for those who hear the button alone. */
  describedBy: string
  variant?: ButtonVariant
  children: ReactNode
}

/** A button that acts at once. */
export function ActionButton<Given>({
  action,
  given,
  describedBy,
  variant = 'secondary',
  children,
}: ActionButtonProps<Given>) {
  const { mutate, isPending } = useAction(action)
  return (
    <Button variant={variant} busy={isPending} aria-describedby={describedBy} onClick={() => mutate(given)}>
      {children}
    </Button>
  )
}
