import { Link, type LinkProps } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonClass } from '../ui/button-class.ts'

interface LinkButtonProps extends Omit<LinkProps, 'className'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Takes the whole width of where it stands. */
  wide?: boolean
}

/** A link that looks like a button: it goes somewhere, it does nothing else. */
export function LinkButton({
  variant = 'primary',
  size = 'regular',
  wide = false,
  ...link
}: LinkButtonProps) {
  return <Link {...link} className={`${buttonClass(variant, size)} ${wide ? 'w-full' : ''}`} />
}
