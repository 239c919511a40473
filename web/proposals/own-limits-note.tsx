import { plural, t } from '@lingui/core/macro'
import { Info } from 'lucide-react'
import { formatMiles } from '../app/format.ts'
import { lingui } from '../app/i18n.ts'
import { messages } from '../words/own-limits.en.po'
import type { OpenSlot } from './open-slot-row.tsx'

lingui.load('en', messages)

interface OwnLimitsNoteProps {
  rules: OpenSlot['beyondYourLimits']
  /** The khateeb's limits, and the miles to the masjid. */
  limits: OpenSlot['yourLimits'] & { miles: number }
}

/** Reminds a khateeb of his own limits before he requests a slot. He can still request it. */
export function OwnLimitsNote({ rules, limits }: OwnLimitsNoteProps) {
  const texts = rules.map((rule) => remark(rule, limits)).filter((it) => it !== undefined)
  if (texts.length === 0) return null
  return (
    <p className="mt-1 flex items-start gap-1.5 text-sm text-warning">
      <Info className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{texts.join(' ')}</span>
    </p>
  )
}

function remark(
  rule: OwnLimitsNoteProps['rules'][number],
  { miles, maxMiles, maxAMonth, weeksBetween }: OwnLimitsNoteProps['limits'],
): string | undefined {
  const distance = formatMiles(miles)
  if (rule === 'away') return t`You marked this date as away.`
  if (rule === 'too_far' && maxMiles !== null)
    return t`This masjid is ${distance} away. You drive at most ${formatMiles(maxMiles)}.`
  if (rule === 'month_full')
    return plural(maxAMonth ?? 0, {
      one: 'You have reached your limit of # khutbah in that month.',
      other: 'You have reached your limit of # khutbahs in that month.',
    })
  if (rule === 'too_soon')
    return plural(weeksBetween ?? 0, {
      one: 'You also speak at this masjid less than a week before or after this khutbah.',
      other: 'You also speak at this masjid less than # weeks before or after this khutbah.',
    })
  // The server sends no other rules in `beyondYourLimits`.
  return undefined
}
