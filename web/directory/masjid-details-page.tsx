import type { LoaderFunctionArgs } from 'react-router'
import { queries } from '../app/queries.ts'
import { UpcomingKhutbahs, UpcomingSkeleton } from '../khutbahs/upcoming-khutbahs.tsx'
import { masjidQuery } from './masjid-query.ts'
import { MasjidScreen } from './masjid-screen.tsx'

/** Starts what the screen needs, so that it comes beside the session and not after it. */
export function loader({ params }: LoaderFunctionArgs): null {
  void queries.prefetchQuery(masjidQuery(params['masjidId'] ?? ''))
  return null
}

/** A masjid with its upcoming khutbahs. */
export function Component() {
  return (
    <MasjidScreen skeleton={<UpcomingSkeleton />}>
      {(masjid, more) => <UpcomingKhutbahs masjid={masjid} more={more} />}
    </MasjidScreen>
  )
}
