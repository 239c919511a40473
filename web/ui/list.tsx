import type { ReactNode } from 'react'

interface ListProps {
  /** Names the list to those who hear it; not needed right under its heading. */
  label?: string
  children: ReactNode
}

/** Rows under each other, with hairlines between. Children are `Row`s. */
export function List({ label, children }: ListProps) {
  return (
    <ul aria-label={label} className="@container divide-y divide-line">
      {children}
    </ul>
  )
}

interface RowProps {
  /** Before everything else, e.g. a `DateLeaf`. */
  lead?: ReactNode
  title: ReactNode
  /** Under the title. */
  detail?: ReactNode
  /** How it stands, e.g. badges; beside the title where there is room. */
  status?: ReactNode
  /** What can be done with it. */
  actions?: ReactNode
}

/** One thing of a list: what it is, how it stands, what can be done with it. */
export function Row({ lead, title, detail, status, actions }: RowProps) {
  const look = lead === undefined ? looks.plain : looks.led
  return (
    <li className={`gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0 ${look.row}`}>
      {lead}
      <div className={look.text}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="min-w-0">{title}</span>
          {status}
        </div>
        {detail !== undefined && <div className="text-muted">{detail}</div>}
      </div>
      {actions !== undefined && <div className={`flex flex-wrap gap-2 ${look.actions}`}>{actions}</div>}
    </li>
  )
}

/** What can be done stands beside the text where there is room, else under it and in line with it. */
const looks = {
  plain: { row: 'flex flex-wrap items-center', text: 'min-w-0 grow basis-40', actions: '' },
  led: {
    row: 'grid grid-cols-[auto_minmax(0,1fr)] items-start @row:grid-cols-[auto_minmax(0,1fr)_auto]',
    text: 'self-center',
    actions: 'col-start-2 @row:col-start-3',
  },
}
