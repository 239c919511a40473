/**
 * `primary` is for the main action of a screen, `soft` for actions that repeat in each row of a list, and `danger` for actions that
 * can't be undone.
 */
export type ButtonVariant = 'primary' | 'soft' | 'secondary' | 'quiet' | 'danger'
type ButtonSize = 'regular' | 'large'

const base =
  'relative inline-flex min-h-control items-center justify-center gap-2 rounded-control border text-center font-semibold transition-colors select-none'

const sizes: Record<ButtonSize, string> = {
  regular: 'px-3 py-2 text-base md:px-4',
  large: 'px-6 py-3 text-lg',
}

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-fill text-on-fill not-aria-disabled:hover:bg-fill-strong',
  soft: 'border-transparent bg-accent-soft text-accent not-aria-disabled:hover:border-accent not-aria-disabled:hover:text-accent-strong',
  secondary:
    'border-rim bg-surface text-ink not-aria-disabled:hover:border-accent not-aria-disabled:hover:bg-accent-soft not-aria-disabled:hover:text-accent-strong',
  quiet:
    'border-transparent bg-transparent text-accent not-aria-disabled:hover:bg-accent-soft not-aria-disabled:hover:text-accent-strong',
  danger: 'border-transparent bg-danger-fill text-on-fill not-aria-disabled:hover:bg-danger-fill-strong',
}

/** The look of a button, or of a link that looks like a button. */
export interface ButtonLook {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** As wide as its container. */
  wide?: boolean | undefined
}

export function buttonClass({ variant = 'primary', size = 'regular', wide = false }: ButtonLook): string {
  return `${base} ${sizes[size]} ${variants[variant]} ${wide ? 'w-full' : ''}`
}
