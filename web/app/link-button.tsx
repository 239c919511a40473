import { Link, type LinkProps } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonClass } from '../ui/button-class.ts'

interface LinkButtonProps extends Omit<LinkProps, 'className'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** As wide as its container. */
  wide?: boolean
}

/** A link that looks like a button. */
export function LinkButton({
  variant = 'primary',
  size = 'regular',
  wide = false,
  ...link
}: LinkButtonProps) {
  return <Link {...link} className={`${buttonClass(variant, size)} ${wide ? 'w-full' : ''}`} />
}
