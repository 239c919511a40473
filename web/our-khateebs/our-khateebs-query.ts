import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { OutputOf } from '../../contract/endpoint.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { callPage } from '../app/api-call.ts'
import { pagedQuery } from '../app/paged-query.ts'

type OurKhateebs = OutputOf<typeof getOurKhateebs>

export type OurKhateeb = OurKhateebs['khateebs'][number]

/** A pending invitation to a khateeb by email. */
export type PendingKhateebInvitation = OurKhateebs['invitations'][number]

/**
 * Returns the query of the masjid's own khateebs.
 * @param q the search term; empty for all khateebs
 * @param khateebUid the only khateeb to show; empty for all
 */
export function ourKhateebsQuery(q: string, khateebUid: string) {
  return infiniteQueryOptions({
    ...pagedQuery(['our-khateebs', q, khateebUid], (page) =>
      callPage(getOurKhateebs, {
        uid: 'me',
        ...(q !== '' && { q }),
        ...(khateebUid !== '' && { khateebUid }),
        ...page,
      }),
    ),
    placeholderData: keepPreviousData,
    select: ({ pages, pageParams }) => ({
      approvedOnly: pages[0]?.items.approvedOnly ?? false,
      invitations: pages[0]?.items.invitations ?? [],
      pages: pages.map(({ items, nextCursor }) => ({ items: items.khateebs, nextCursor })),
      pageParams,
    }),
  })
}
