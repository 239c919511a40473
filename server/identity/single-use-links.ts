import { sql } from 'kysely'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import type { LinkPurpose } from '../database/tables.ts'
import { Failure } from '../http/failure.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { isUsableLink } from '../sql-fragments/usable-links.ts'
import { hashOf, newToken } from '../tokens.ts'
import { lockAccount } from './accounts.ts'

const day = 24 * 60 * 60

/** The seconds for which a change of email can be undone. */
export const undoPeriod = 7 * day

/** The lifetimes of links in seconds. `verify_email` has the longest lifetime, because its link only verifies the address. */
const lifetimes: Readonly<Record<LinkPurpose, number>> = {
  reset_password: 30 * 60,
  verify_email: 30 * day,
  confirm_email: day,
  undo_email_change: undoPeriod,
  // Short, because a masjid may forward a letter with this link, and every reader of the letter could then delete the account. Each letter
  // has a new link. The link only works until the address is confirmed.
  disown_account: 7 * day,
}

/** The address that a link is for. An undo link also has the address that replaced it. */
interface LinkEmails {
  readonly email: string
  readonly replaced_by?: string
}

/** Creates a single-use link. Returns its token, for the letter. */
export async function createLink(tx: Tx, personId: string, purpose: LinkPurpose, emails?: LinkEmails) {
  const { token, hash } = newToken()
  const expires_at = secondsFromNow(lifetimes[purpose])
  await tx
    .insertInto('links')
    .values({ token_hash: hash, person_id: personId, purpose, ...emails, expires_at })
    .execute()
  return token
}

/**
 * Creates a link with which the owner of an unconfirmed address can delete the account that another person signed up with the address.
 * Returns undefined if no account has this address, or if the address is confirmed. Waits for a concurrent deletion of the account.
 */
export async function createDisownLink(db: Queryable, address: string): Promise<string | undefined> {
  const { token, hash } = newToken()
  const link = await db
    .insertInto('links')
    .columns(['token_hash', 'person_id', 'purpose', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('people as p')
        .where('p.email', '=', address)
        .where('p.email_verified_at', 'is', null)
        .forKeyShare()
        .select((person) => [
          person.val(hash).as('token_hash'),
          'p.id as person_id',
          sql.lit<LinkPurpose>('disown_account').as('purpose'),
          secondsFromNow(lifetimes.disown_account).as('expires_at'),
        ]),
    )
    .returning('person_id')
    .executeTakeFirst()
  return link && token
}

/** Returns the id of the person to whom a link was sent. Throws `link_spent` if the link is unknown, used or expired. */
export async function ownerOfLink(reader: Queryable, token: string, purpose: LinkPurpose): Promise<string> {
  const link = await reader
    .selectFrom('links')
    .select('person_id')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where(isUsableLink('links'))
    .executeTakeFirstOrThrow(() => new Failure('link_spent'))
  return link.person_id
}

/**
 * Locks the account of the person to whom a link was sent, and marks the link as used. Of concurrent calls, one succeeds and the others
 * throw `link_spent`. Returns `email`, the new or former address that the link is for, or else the account's own address.
 */
export async function spendLink(tx: Tx, personId: string, token: string, purpose: LinkPurpose) {
  const account = await lockAccount(tx, { personId })
  const link = await tx
    .updateTable('links')
    .set({ spent_at: databaseNow })
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where(isUsableLink('links'))
    .returning(['email', 'created_at as createdAt'])
    .executeTakeFirst()
  if (account === undefined || link === undefined) throw new Failure('link_spent')
  return { account, email: link.email ?? account.email, createdAt: link.createdAt }
}

/** Returns the new or former addresses of a person's usable links. */
export async function emailsOfLinks(
  reader: Queryable,
  personId: string,
  purpose: LinkPurpose,
): Promise<string[]> {
  const links = await reader
    .selectFrom('links')
    .select('email')
    .distinct()
    .where('person_id', '=', personId)
    .where('purpose', '=', purpose)
    .where(isUsableLink('links'))
    .execute()
  return links.flatMap(({ email }) => email ?? [])
}

/** Invalidates all unused links of a person with these purposes. */
export async function invalidateLinks(
  tx: Tx,
  personId: string,
  purposes: readonly LinkPurpose[],
): Promise<void> {
  await tx
    .updateTable('links')
    .set({ spent_at: databaseNow })
    .where('person_id', '=', personId)
    .where('purpose', 'in', purposes)
    .where('spent_at', 'is', null)
    .execute()
}
