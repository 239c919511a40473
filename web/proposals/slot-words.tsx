import { Suspense } from 'react'
import type { Language } from '../../contract/availability-choices.ts'
import { lazyPart } from '../app/lazy-part.tsx'

/** The language and the note that a masjid has set for a slot, and the khateeb's topic. */
export interface SlotWordsProps {
  readonly language: Language | null
  readonly note: string
  readonly topic?: string | null
}

/** The topic, the language and the note of a slot. Few slots have any, so screens load `SlotWordLines` only for such a slot. */
export function SlotWords({ language, note, topic = null }: SlotWordsProps) {
  return language === null && note === '' && topic === null ? null : (
    <Suspense>
      <SlotWordLines language={language} note={note} topic={topic} />
    </Suspense>
  )
}

const SlotWordLines = lazyPart(async () => (await import('./slot-word-lines.tsx')).SlotWordLines)
