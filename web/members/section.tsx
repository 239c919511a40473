import { type ReactNode, useRef } from 'react'
import { Card } from '../ui/card.tsx'
import { useRestoreFocus } from './restore-focus.ts'

interface SectionProps {
  title: string
  /** Target of in-page links. */
  id?: string | undefined
  /** Shown next to the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of a dashboard. When an action removes the focused row, the nearest heading gets the focus. */
export function Section({ title, id, aside, children }: SectionProps) {
  const section = useRef<HTMLElement>(null)
  useRestoreFocus(section)
  return (
    <div id={id} tabIndex={id === undefined ? undefined : -1} className="rounded-card">
      <Card ref={section} aria-label={title} title={title} aside={aside}>
        {children}
      </Card>
    </div>
  )
}
