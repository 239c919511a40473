import type { ComponentProps } from 'react'

interface JumpLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** Id of what it leads to, which can take the focus. */
  to: string
}

/** Leads to another part of the screen. It is no step: Back leaves the screen. Before the scripts have come, the browser does it. */
export function InPageLink({ to, children, ...link }: JumpLinkProps) {
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
