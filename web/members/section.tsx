import { type ReactNode, useRef } from 'react'
import { Card } from '../ui/card.tsx'
import { useRestoreFocus } from './restore-focus.ts'

interface SectionProps {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  /** What leads here within the screen. */
  id?: string
  children: ReactNode
}

/** A part of a home screen under its heading. Acting in it takes rows away, never the focus. */
export function Section({ title, aside, id, children }: SectionProps) {
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
