import { t } from '@lingui/core/macro'
import { CalendarDate, TimeOfDay } from '../app/formatted-values.tsx'
import { lingui } from '../app/i18n.ts'
import type { MyKhutbah } from '../directory/record-queries.ts'
import { messages } from '../words/confirm-again.en.po'

lingui.load('en', messages)

interface OldTimeProps {
  start: NonNullable<MyKhutbah['agreedStart']>
  /** The abbreviation of the masjid's time zone, if the reader needs it. */
  zone: string | undefined
}

/** The start that a khateeb agreed to before the masjid moved his khutbah. */
export function OldTime({ start, zone }: OldTimeProps) {
  return (
    <p>
      {t`Old time:`} <CalendarDate value={start.date} /> · <TimeOfDay value={start.time} zone={zone} />
    </p>
  )
}
