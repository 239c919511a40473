import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import { acceptsInvitations, acceptsInvitationsFrom } from '../sql-fragments/accepts-invitations.ts'

/**
 * Returns whether a masjid may invite the owner of this address as a khateeb. False if the owner has stopped invitations or blocked the
 * masjid.
 */
export function mayBeInvited(reader: Queryable, email: string, masjidUid: string): Promise<boolean> {
  return isTrue(reader, acceptsInvitationsFrom(sql`${email}::text`, sql`${masjidUid}::uuid`))
}

/** Returns whether an address may get invitations. False if its owner has stopped them. */
export function wantsInvitations(reader: Queryable, email: string): Promise<boolean> {
  return isTrue(reader, acceptsInvitations(sql`${email}::text`))
}

async function isTrue(reader: Queryable, condition: RawBuilder<boolean>): Promise<boolean> {
  return (await reader.selectNoFrom(condition.as('isTrue')).executeTakeFirstOrThrow()).isTrue
}
