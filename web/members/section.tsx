import type { ReactNode } from 'react'
import { Link } from '../app/link.tsx'
import { Card } from '../ui/card.tsx'
import { linkClass } from '../ui/link-class.ts'

interface SectionProps {
  title: string
  /** Id of the section, for in-page links. */
  id?: string | undefined
  /** Shown next to the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of a screen. */
export function Section({ title, id, aside, children }: SectionProps) {
  return (
    <div id={id} tabIndex={id === undefined ? undefined : -1} className="rounded-card">
      <Card aria-label={title} title={title} aside={aside}>
        {children}
      </Card>
    </div>
  )
}

/** The negative margin keeps a tall touch target from making the header higher. */
const asideClass = `-my-2 inline-flex min-h-control items-center ${linkClass}`

/** A button that looks like a link, next to a section's title. */
export function SectionButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={asideClass} onClick={onClick}>
      {children}
    </button>
  )
}

/** A link next to a section's title. */
export function SectionLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={asideClass} to={to}>
      {children}
    </Link>
  )
}
