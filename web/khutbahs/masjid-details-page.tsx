import { t } from '@lingui/core/macro'
import type { LoaderFunctionArgs } from 'react-router'
import { queryClient } from '../app/caller.ts'
import { prefetchForBothRoles, useSession } from '../app/session.ts'
import { BlockControl } from '../blocking/block-control.tsx'
import { masjidQuery } from '../directory/masjid-queries.ts'
import { MasjidScreen } from '../directory/masjid-screen.tsx'
import { UpcomingKhutbahs, UpcomingSkeleton } from './upcoming-khutbahs.tsx'

/** Prefetches the masjid in parallel with the session. */
export function loader({ params }: LoaderFunctionArgs): null {
  const { masjidId = '' } = params
  prefetchForBothRoles(() => void queryClient().prefetchInfiniteQuery(masjidQuery(masjidId)))
  return null
}

/** A masjid with its upcoming khutbahs. */
export function Component() {
  const { role } = useSession()
  return (
    <MasjidScreen skeleton={<UpcomingSkeleton />}>
      {(masjid, khutbahs) => (
        <>
          <UpcomingKhutbahs masjidUid={masjid.uid} khutbahs={khutbahs} />
          {role === 'khateeb' && (
            <div className="mt-8">
              <BlockControl
                pair={{ khateebUid: 'me', masjidUid: masjid.uid }}
                name={masjid.masjidName}
                blocked={masjid.blocked}
              >
                {t`Block this masjid`}
              </BlockControl>
            </div>
          )}
        </>
      )}
    </MasjidScreen>
  )
}
