import type { ReactNode } from 'react'
import { Drawing } from './drawing.tsx'

interface EmptyStateProps {
  /** URL of a drawing three units wide and two high (see `Drawing`). */
  drawing: string
  title: ReactNode
  text?: ReactNode
  /** A button or link for the first step. */
  action?: ReactNode
  /** The level of the title: 1 for a whole screen, 2 for a list of results. Undefined renders the title as a paragraph. */
  headingLevel?: 1 | 2
}

/** A placeholder for an empty screen or list. Says what will be here, and what to do first. */
export function EmptyState({ drawing, title, text, action, headingLevel }: EmptyStateProps) {
  const Title = headingLevel === undefined ? 'p' : (`h${headingLevel}` as const)
  const size = headingLevel === 1 ? 'font-display text-2xl font-semibold' : 'text-lg font-medium'
  return (
    <div
      className={`mx-auto flex max-w-form flex-col items-center gap-3 px-2 text-center ${headingLevel === 1 ? 'py-10 md:py-16' : 'py-6'}`}
    >
      <div className={`mb-2 max-w-full ${headingLevel === 1 ? 'w-64' : 'w-48'}`}>
        <Drawing src={drawing} ratio="3/2" />
      </div>
      <Title className={size}>{title}</Title>
      {text !== undefined && <p className="text-balance text-muted">{text}</p>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  )
}
