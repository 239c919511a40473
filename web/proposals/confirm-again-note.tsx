import { t } from '@lingui/core/macro'
import { lingui } from '../app/i18n.ts'
import { useZoneLabel } from '../app/slot-time.tsx'
import type { MyKhutbah } from '../directory/record-queries.ts'
import { messages } from '../words/confirm-again.en.po'
import { OldTime } from './old-time.tsx'

lingui.load('en', messages)

/** Asks a confirmed khateeb whether he can come at the new time of a moved khutbah, and shows the old time. */
export function ConfirmAgainNote({ agreedStart, timeZone }: Pick<MyKhutbah, 'agreedStart' | 'timeZone'>) {
  const zoneOf = useZoneLabel()
  return (
    <>
      <p className="mt-1 text-ink">
        {t`The masjid has moved this khutbah since you agreed to it. Can you come at the new time?`}
      </p>
      {agreedStart !== null && <OldTime start={agreedStart} zone={zoneOf({ ...agreedStart, timeZone })} />}
    </>
  )
}
