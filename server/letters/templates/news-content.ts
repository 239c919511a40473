import type { Message } from '../message.ts'

/** What the templates of news add to the facts of the slot. */
export type NewsContent = Omit<Message, 'recipientName' | 'facts'>

/** The facts that most news mention. `day` is the long form of the slot's date. */
export interface NewsFacts {
  readonly masjidName: string
  readonly day: string
}
