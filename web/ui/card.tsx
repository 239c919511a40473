import type { ComponentProps, ReactNode } from 'react'

interface CardProps extends Omit<ComponentProps<'section'>, 'className' | 'title'> {
  title?: ReactNode
  /** Shown next to the title. */
  aside?: ReactNode
  /** Shows a hover effect. For a card that a link with `stretchedLinkClass` makes clickable as a whole. */
  lifts?: boolean
  /** For a card inside another card. */
  inset?: boolean
}

export function Card({ title, aside, lifts = false, inset = false, children, ...section }: CardProps) {
  const sheet = inset
    ? 'rounded-control border-rim p-sheet'
    : 'rounded-card border-line bg-surface p-sheet shadow-card md:p-6'
  return (
    <section
      {...section}
      className={`forced-edge relative min-w-0 border ${sheet} ${lifts ? 'transition-[border-color,box-shadow] hover:border-accent hover:shadow-raised' : ''}`}
    >
      {title !== undefined && (
        <header className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="font-display text-xl font-semibold">{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}

/** The class of a link that makes its whole card clickable. */
export const stretchedLinkClass = 'after:absolute after:inset-0 after:rounded-[inherit]'
