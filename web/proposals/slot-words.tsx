import { lazy, Suspense } from 'react'
import type { Language } from '../../contract/availability-choices.ts'

/** What a masjid asks of the khateeb of a slot. */
export interface WordsOfSlot {
  readonly language: Language | null
  readonly note: string
  /** What the confirmed khateeb will speak about. */
  readonly topic?: string | null
}

/** The topic, the language and the note of a slot. Few slots have them, so screens load it only then. */
export function SlotWords({ language, note, topic = null }: WordsOfSlot) {
  return language === null && note === '' && topic === null ? null : (
    <Suspense>
      <LanguageAndNote language={language} note={note} topic={topic} />
    </Suspense>
  )
}

const LanguageAndNote = lazy(() =>
  import('./language-and-note.tsx').then((it) => ({ default: it.LanguageAndNote })),
)
