import type { Line, Message } from '../message.ts'

/** What the templates of news add to the facts of the slot. */
export interface NewsContent extends Omit<Message, 'recipientName' | 'facts' | 'paragraphs'> {
  readonly paragraph: Line
}

/** The facts that most news mention. `day` is the long form of the slot's date. */
export interface NewsFacts {
  readonly masjidName: string
  readonly day: string
}
