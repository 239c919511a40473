import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClass } from '../ui/button-class.ts'

/** A link that looks like a button. */
export function LinkButton({ variant, size, wide, ...link }: Omit<LinkProps, 'className'> & ButtonLook) {
  return <Link {...link} className={buttonClass({ variant, size, wide })} />
}
