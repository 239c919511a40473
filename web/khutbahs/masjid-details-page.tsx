import { t } from '@lingui/core/macro'
import { useSession } from '../app/session.ts'
import { MasjidLayout, prefetchMasjid } from '../directory/masjid-layout.tsx'
import { UpcomingKhutbahsSkeleton } from '../members/skeletons.tsx'
import { BlockControl } from '../proposals/block-control.tsx'
import { PhoneVisibilityNotice } from './phone-visibility-notice.tsx'
import { UpcomingKhutbahs } from './upcoming-khutbahs.tsx'

export const loader = prefetchMasjid

/** A masjid with its upcoming khutbahs. */
export function Component() {
  const { role } = useSession()
  return (
    <MasjidLayout skeleton={<UpcomingKhutbahsSkeleton />}>
      {(masjid, khutbahs) => (
        <>
          <PhoneVisibilityNotice masjid={masjid} khutbahs={khutbahs.items} />
          <UpcomingKhutbahs masjid={masjid} khutbahs={khutbahs} />
          {role === 'khateeb' && (
            <div className="mt-8">
              <BlockControl
                pair={{ khateebUid: 'me', masjidUid: masjid.uid }}
                name={masjid.masjidName}
                blocked={masjid.blocked}
                pending={masjid.pendingWithYou}
                label={t`Block This Masjid`}
              />
            </div>
          )}
        </>
      )}
    </MasjidLayout>
  )
}
