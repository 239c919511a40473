import { sql } from 'kysely'

interface UnfoldedLetter {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly props: object
  readonly created_at: Date
  /** Its number in a letter with several pieces of news. */
  readonly number: string | null
}

/** SQL subquery: the rows of `letters`, with a row for each piece of news in a letter with several. */
export const unfoldedLetters = sql<UnfoldedLetter>`(
  select l.id, coalesce(item ->> 'kind', l.kind) as kind, l.recipient, coalesce(item -> 'props', l.props) as props, l.created_at, number
  from letters l left join lateral jsonb_array_elements(
    case when l.kind = 'gathered' then l.props -> 'letters' end) with ordinality as given (item, number) on true)`
