import type { OpenChannels } from '../../server/letters/channel.ts'
import { email } from '../../server/letters/channels/email.ts'
import type { Transport } from '../../server/letters/transport.ts'

/** Returns the email channel with another transport. */
export function emailChannelThrough(transport: Pick<Transport, 'send'>): OpenChannels {
  return { email: { ...email, transport: { close: () => {}, ...transport } } }
}
