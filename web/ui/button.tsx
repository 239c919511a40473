import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Takes the whole width of where it stands. */
  wide?: boolean
  /** While its work goes on: it keeps its width and the focus, and does nothing. */
  busy?: boolean
  /** What it says meanwhile; without it, what it always says. */
  busyText?: ReactNode
}

/** A button. Where it leads to an address, it is a link with `buttonClass` instead. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  busyText,
  children,
  onClick,
  ...button
}: ButtonProps) {
  // Disabled, it would lose the focus; so it only says that it is.
  const act = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))
  const layer = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  return (
    <button
      type="button"
      {...button}
      className={`${buttonClass(variant, size)} ${wide === true ? 'w-full' : ''}`}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={act}
    >
      <span className="grid">
        <span className={`${layer} ${busy && busyText !== undefined ? 'invisible' : ''}`}>{children}</span>
        {busyText !== undefined && <span className={`${layer} ${busy ? '' : 'invisible'}`}>{busyText}</span>}
      </span>
      {busy && (
        <span className="absolute inset-0 overflow-hidden rounded-control" aria-hidden="true">
          <span className="absolute inset-s-0 bottom-0 h-0.75 w-1/3 animate-sweep bg-current" />
        </span>
      )}
    </button>
  )
}
