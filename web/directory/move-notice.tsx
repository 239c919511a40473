import { plural, t } from '@lingui/core/macro'
import type { UseFormReturn } from 'react-hook-form'
import { Notice } from '../ui/notice.tsx'
import type { MasjidProfileValues } from './profile-resolvers.ts'
import type { MasjidRecord } from './record-queries.ts'

interface MoveNoticeProps {
  record: MasjidRecord
  form: Pick<UseFormReturn<MasjidProfileValues>, 'watch'>
}

/** Before a masjid saves another address, ZIP code, time zone or name: who will be told, and what it loses. */
export function MoveNotice({ record, form }: MoveNoticeProps) {
  const [address, zipCode, timeZone, name] = form.watch([
    'masjidAddress',
    'zipCode',
    'timeZone',
    'masjidName',
  ])
  const mayChangeZone = zipCode.trim() !== record.zipCode || timeZone !== record.timeZone
  const moves = mayChangeZone || address.trim() !== record.masjidAddress
  const count = khateebsOf(record).size
  const loses = record.verified && name.trim() !== record.masjidName
  return (
    <>
      {moves && count > 0 && (
        <Notice
          announced
          tone="warning"
          title={plural(count, {
            one: 'Saving this emails # khateeb the old and the new details',
            other: 'Saving this emails # khateebs the old and the new details',
          })}
        >
          {mayChangeZone
            ? t`If the time zone changes, your khutbahs keep their time of day but start earlier or later. Then confirmed khateebs are asked to confirm again.`
            : t`They are confirmed, invited or waiting for your answer.`}
        </Notice>
      )}
      {loses && (
        <Notice announced tone="warning" title={t`Saving this removes your Verified badge`}>
          {t`It comes back once we have checked the new name.`}
        </Notice>
      )}
    </>
  )
}

/** The uids of the khateebs whom a move concerns. */
function khateebsOf({ khutbahs }: MasjidRecord): Set<string> {
  const slots = khutbahs.flatMap(({ times }) => times.filter((it) => !it.begun))
  return new Set(
    slots.flatMap(({ khateebUid, pending }) => [
      ...(khateebUid === null ? [] : [khateebUid]),
      ...pending.map((it) => it.khateebUid),
    ]),
  )
}
