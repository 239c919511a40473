import type { Config } from '../../config.ts'
import type { Channel, OpenChannels } from '../channel.ts'
import type { Transport } from '../transport.ts'
import { email } from './email.ts'

/** All channels. To add one, write a file in this folder and list its channel here. */
export const channels: readonly Channel[] = [email]

/** Opens all channels. `wrap` wraps their transports, for example to trace them. */
export function openChannels(
  config: Config,
  wrap: (transport: Transport) => Transport = (transport) => transport,
): OpenChannels {
  return Object.fromEntries(
    channels.map(({ name, addressOf, open }) => [name, { addressOf, transport: wrap(open(config)) }]),
  )
}
