import { lazy, Suspense } from 'react'
import type { Language } from '../../contract/availability-choices.ts'

/** What a masjid asks of the khateeb of a slot. */
export interface WordsOfSlot {
  readonly language: Language | null
  readonly note: string
}

/** The language and the note of a slot. Few slots have them, so screens load it only then. */
export function SlotWords({ language, note }: WordsOfSlot) {
  return language === null && note === '' ? null : (
    <Suspense>
      <LanguageAndNote language={language} note={note} />
    </Suspense>
  )
}

const LanguageAndNote = lazy(() =>
  import('./language-and-note.tsx').then((it) => ({ default: it.LanguageAndNote })),
)
