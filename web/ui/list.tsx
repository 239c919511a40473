import type { ReactNode } from 'react'

interface ListProps {
  /** Names the list to those who hear it; not needed right under its heading. */
  label?: string
  children: ReactNode
}

/** Rows under each other, with hairlines between. Children are `Row`s. */
export function List({ label, children }: ListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  )
}

interface RowProps {
  title: ReactNode
  /** Under the title. */
  detail?: ReactNode
  /** How it stands, e.g. badges; beside the title where there is room. */
  status?: ReactNode
  /** What can be done with it. */
  actions?: ReactNode
}

/** One thing of a list: what it is, how it stands, what can be done with it. */
export function Row({ title, detail, status, actions }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow basis-56">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="min-w-0">{title}</span>
          {status}
        </div>
        {detail !== undefined && <div className="text-muted">{detail}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </li>
  )
}
