import type { RawBuilder } from 'kysely'
import type { Config } from '../config.ts'
import type { Transport } from './transport.ts'

/** A way to bring letters to people. */
export interface Channel {
  /** As `letters.channel` stores it. */
  readonly name: string
  /**
   * SQL for a person's address; null if the person has none.
   * @param person table alias of the person's row
   */
  readonly addressOf: (person: string) => RawBuilder<string | null>
  /** Opens the transport that sends its letters. */
  readonly open: (config: Config) => Transport
}

/** Channels that are ready to send, by their name. */
export type OpenChannels = Readonly<
  Record<string, Pick<Channel, 'addressOf'> & { readonly transport: Transport }>
>
