import type { DetailRow, Line, Localized, Message } from './message.ts'

/** The parts of a letter with news, besides the facts of the slot. */
export interface NewsContent extends Omit<Message, 'recipientName' | 'facts' | 'paragraphs'> {
  readonly paragraph: Line
  /** What else the reader must know. */
  readonly consequences?: readonly Line[]
  /** More facts of the slot. */
  readonly slotFacts?: readonly DetailRow[]
}

/** The facts that most news mention. `day` is the long form of the slot's date. */
export interface NewsFacts {
  readonly masjidName: string
  readonly day: Localized
}
