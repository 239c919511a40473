import type { ComponentProps } from 'react'

interface InPageLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** Id of a focusable element. */
  to: string
}

/** A link to an element on the same screen. Adds no history entry, so Back leaves the screen. Also works before hydration. */
export function InPageLink({ to, children, ...link }: InPageLinkProps) {
  return (
    <a
      {...link}
      href={`#${to}`}
      onClick={(event) => {
        const target = document.getElementById(to)
        if (target === null) return
        event.preventDefault()
        target.focus({ preventScroll: true })
        target.scrollIntoView()
      }}
    >
      {children}
    </a>
  )
}
