import { t } from '@lingui/core/macro'
import { UserRound } from 'lucide-react'
import { lingui } from '../app/i18n.ts'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'
import { messages } from '../words/our-khateebs.en.po'

lingui.load('en', messages)

/** Replaces the list if none of the masjid's khateebs match the search, or the khateeb's id in the address. */
export function NoMatchingKhateebs() {
  return <CompactEmptyState icon={UserRound} title={t`None of your khateebs match your search.`} />
}
