import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { BookOpen, Languages, StickyNote } from 'lucide-react'
import { formatLanguage } from '../app/format-language.ts'
import { lingui } from '../app/i18n.ts'
import { UserText } from '../ui/user-text.tsx'
import { messages } from '../words/slot-words.en.po'
import type { SlotWordsProps } from './slot-words.tsx'

lingui.load('en', messages)

/** The topic, the language and the note of a slot, each in a line. */
export function SlotWordLines({ language, note, topic = null }: SlotWordsProps) {
  return (
    <>
      {topic !== null && (
        <p className={lineClass}>
          <BookOpen className={iconClass} />
          <span className="min-w-0 wrap-anywhere">
            <Trans>
              Topic: <UserText text={topic} />
            </Trans>
          </span>
        </p>
      )}
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
