import type { MasjidRecord } from '../directory/record-queries.ts'

/**
 * The layouts on a desktop, named after the sections below the board. `layoutFor` chooses the layout that makes both columns about
 * equally high.
 */
const layouts = {
  none: { board: 'lg:row-span-3', requests: '', invites: 'lg:col-start-2', khateebs: 'lg:col-start-2' },
  khateebs: {
    board: 'lg:row-span-2',
    requests: '',
    invites: 'lg:col-start-2 lg:row-span-2',
    khateebs: 'lg:col-start-1',
  },
  both: { board: '', requests: 'lg:row-span-3', invites: 'lg:col-start-1', khateebs: 'lg:col-start-1' },
}

/**
 * Chooses the layout of the masjid's home screen by estimated heights in rows of the board: a proposal is 3.5 rows high, and a section
 * without proposals 3 rows.
 */
export function layoutFor(masjid: MasjidRecord | undefined) {
  if (masjid === undefined) return layouts.none
  const board = 7 + Math.min(masjid.khutbahs.length, 13)
  const requests = 3 + 3.5 * masjid.requests.length
  const invites = 3 + 3.5 * masjid.sentInvites.length
  if (requests > board) return layouts.both
  return requests + invites > board ? layouts.khateebs : layouts.none
}
