import type { RawBuilder } from 'kysely'
import type { Config } from '../config.ts'
import type { Transport } from './transport.ts'

/** A way to send letters to people, such as email. */
export interface Channel {
  /** The value in the column `letters.channel`. */
  readonly name: string
  /**
   * SQL for a person's address; null if the person has none.
   * @param person table alias of the person's row
   */
  readonly addressOf: (person: string) => RawBuilder<string | null>
  /** Opens the transport that sends the letters of this channel. */
  readonly open: (config: Config) => Transport
}

/** Channels with an open transport, by name. */
export type OpenChannels = Readonly<
  Record<string, Pick<Channel, 'addressOf'> & { readonly transport: Transport }>
>
