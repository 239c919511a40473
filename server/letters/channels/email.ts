import { sql } from 'kysely'
import type { Channel } from '../channel.ts'
import { openTransport } from '../open-transport.ts'

/** The email channel. Letters to a person, such as those about sign-in, are sent only through this channel. */
export const email: Channel = {
  name: 'email',
  addressOf: (person) => sql`${sql.ref(`${person}.email`)}`,
  open: openTransport,
}
