import type { ReactNode } from 'react'

interface PageHeaderProps {
  /** A link back, above the title. */
  back?: ReactNode
  title: ReactNode
  /** A line or two under the title. */
  lead?: ReactNode
  /** Shown below the rest of the header, as wide as the screen. */
  facts?: ReactNode
  actions?: ReactNode
}

/** On a phone, the first action has its own line. The other actions share lines if they fit. */
const actionsClass =
  'flex w-full flex-wrap gap-3 *:grow *:first:basis-full md:w-auto md:*:grow-0 md:*:first:basis-auto'

export function PageHeader({ back, title, lead, facts, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 md:mb-8">
      {back !== undefined && <div className="mb-2 -ms-3 md:-ms-4">{back}</div>}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="max-w-prose min-w-0">
          <h1 className="font-display text-2xl font-semibold tracking-tight">{title}</h1>
          {lead !== undefined && <div className="mt-1 text-muted">{lead}</div>}
        </div>
        {actions !== undefined && <div className={actionsClass}>{actions}</div>}
      </div>
      {facts}
    </header>
  )
}
