import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from '../ui/button-class.ts'
import { Link } from './link.tsx'

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size,
  wide,
  ...link
}: Omit<ComponentProps<typeof Link>, 'className'> & ButtonLook) {
  return <Link {...link} className={buttonClass({ variant, size, wide })} />
}
