import type { ReactNode, Ref } from 'react'

interface ListProps {
  /** Names the list to those who hear it; not needed right under its heading. */
  label?: string
  ref?: Ref<HTMLUListElement>
  children: ReactNode
}

/** Rows under each other, with hairlines between. Children are `Row`s. */
export function List({ label, ref, children }: ListProps) {
  return (
    <ul ref={ref} aria-label={label} className="@container divide-y divide-line">
      {children}
    </ul>
  )
}

interface RowProps {
  /** Before everything else, e.g. a `CalendarTile`. */
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
  const content = (
    <>
      <div className={lead === undefined ? looks.text : looks.textBesideLead}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="min-w-0">{title}</span>
          {status}
        </div>
        {detail !== undefined && <div className="text-muted">{detail}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </>
  )
  if (lead === undefined) return <li className={`items-center ${looks.row}`}>{content}</li>
  return (
    <li className={`items-start ${looks.row}`}>
      {lead}
      <div className="flex min-w-0 grow basis-40 flex-wrap items-start gap-x-4 gap-y-3 @row:flex-nowrap">
        {content}
      </div>
    </li>
  )
}

/**
 * The actions stand beside the text where there is room, else under it; with letters twice as large, both stand under the lead.
 * The room that the text needs is in `ch`, as it depends on the font.
 */
const looks = {
  row: 'flex flex-wrap gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0',
  text: 'min-w-0 grow basis-[17ch]',
  textBesideLead: 'min-w-0 grow basis-full self-center @row:basis-40',
}
