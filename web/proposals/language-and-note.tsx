import { t } from '@lingui/core/macro'
import { Languages, StickyNote } from 'lucide-react'
import { formatLanguage } from '../app/format-language.ts'
import { lingui } from '../app/i18n.ts'
import { messages } from '../words/slot-words.en.po'
import type { WordsOfSlot } from './slot-words.tsx'

lingui.load('en', messages)

/** The language and the note of a slot, in a line each. */
export function LanguageAndNote({ language, note }: WordsOfSlot) {
  return (
    <>
      {language !== null && (
        <p className={lineClass}>
          <Languages className={iconClass} />
          <span className="min-w-0">{t`Khutbah in ${formatLanguage(language)}`}</span>
        </p>
      )}
      {note !== '' && (
        <p className={lineClass}>
          <StickyNote className={iconClass} />
          <span className="sr-only">{t`Note:`}</span>
          <bdi className="min-w-0 whitespace-pre-line wrap-anywhere">{note}</bdi>
        </p>
      )}
    </>
  )
}

const lineClass = 'mt-1 flex items-start gap-1.5 text-sm'
const iconClass = 'mt-0.5 size-4 shrink-0'
