import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  /** Shows progress and ignores clicks. The button keeps its width. */
  busy?: boolean
  /** Label while busy; by default `children`. */
  busyText?: ReactNode
}

/**
 * A button. For navigation use a link with `buttonClass`. A busy or disabled button has `aria-disabled` and not `disabled`, because the
 * browser takes the focus away from a disabled button.
 */
export function Button(props: ButtonProps) {
  const { variant, size, wide, busy = false, busyText, disabled, children, onClick, ...button } = props
  const isOff = busy || disabled === true
  const act = (event: MouseEvent<HTMLButtonElement>) => (isOff ? event.preventDefault() : onClick?.(event))
  const layer = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  return (
    <button
      type="button"
      {...button}
      className={buttonClass({ variant, size, wide })}
      aria-disabled={isOff || undefined}
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
