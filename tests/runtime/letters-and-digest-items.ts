import { sql } from 'kysely'

interface UnfoldedLetter {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly props: object
  readonly created_at: Date
  /** The position of the news in its digest. Null in other letters. */
  readonly number: string | null
}

/** An SQL subquery with the rows of `letters`. A digest has one row for each piece of its news. */
export const unfoldedLetters = sql<UnfoldedLetter>`(
  select l.id, coalesce(item ->> 'kind', l.kind) as kind, l.recipient, coalesce(item -> 'props', l.props) as props, l.created_at, number
  from letters l left join lateral jsonb_array_elements(
    case when l.kind = 'gathered' then l.props -> 'letters' end) with ordinality as given (item, number) on true)`
