import type { ReactNode, Ref } from 'react'

interface ListProps {
  /** Accessible name. Not needed if the list is directly under its heading. */
  label?: string | undefined
  ref?: Ref<HTMLUListElement>
  children: ReactNode
}

/** A list of `Row`s with hairlines between them. */
export function List({ label, ref, children }: ListProps) {
  return (
    <ul ref={ref} aria-label={label} className="@container divide-y divide-line">
      {children}
    </ul>
  )
}

interface RowProps {
  /** The heading of a group of rows, if this row is the first of the group. */
  heading?: ReactNode
  /** Shown at the start of the row, for example a `CalendarTile`. */
  lead?: ReactNode
  title: ReactNode
  /** Shown under the title. */
  detail?: ReactNode
  /** For example badges. Shown next to the title if there is room. */
  status?: ReactNode
  actions?: ReactNode
  ref?: Ref<HTMLLIElement>
  /** Highlights the row, and lets a script focus it. */
  isLit?: boolean
}

/** One item of a `List`. */
export function Row({ heading = null, lead, title, detail, status, actions, ref, isLit = false }: RowProps) {
  const item = { ref, ...(isLit && { tabIndex: -1, 'data-lit': '' }) }
  const look = isLit ? `${rowClasses.row} ${rowClasses.lit}` : rowClasses.row
  const content = (
    <>
      <div className={lead === undefined ? rowClasses.text : rowClasses.textBesideLead}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="min-w-0">{title}</span>
          {status}
        </div>
        {detail !== undefined && <div className="text-muted">{detail}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </>
  )
  const headed = heading !== null && <div className="basis-full">{heading}</div>
  if (lead === undefined) {
    return (
      <li {...item} className={`items-center ${look}`}>
        {headed}
        {content}
      </li>
    )
  }
  return (
    <li {...item} className={`items-start ${look}`}>
      {headed}
      {lead}
      <div className="flex min-w-0 grow basis-40 flex-wrap items-start gap-x-4 gap-y-3 @row:flex-nowrap">
        {content}
      </div>
    </li>
  )
}

/**
 * The actions are beside the text if there is room, otherwise under it. At double font size, the text and the actions are both under
 * the lead. The text's minimum width is in `ch`, because it depends on the font.
 */
const rowClasses = {
  row: 'flex flex-wrap gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0',
  // The ring is a shadow, so that it doesn't move the other rows.
  lit: 'rounded-control bg-info-soft ring-8 ring-info-soft outline-offset-8',
  text: 'min-w-0 grow basis-[17ch]',
  textBesideLead: 'min-w-0 grow basis-full self-center @row:basis-40',
}
