import type { DetailRow, Line, LocalizedText, Message } from './message.ts'

/** The content of a letter with news, without the facts about the slot and the masjid. */
export interface NewsContent extends Omit<Message, 'recipientName' | 'facts' | 'paragraphs'> {
  readonly paragraph: Line
  /** Further sentences, for example about closed proposals. */
  readonly consequences?: readonly Line[]
  /** Additional facts about the slot. */
  readonly slotFacts?: readonly DetailRow[]
}

/** Values that most letters with news use. `day` is the long form of the slot's date. */
export interface NewsFacts {
  readonly masjidName: string
  readonly day: LocalizedText
}
