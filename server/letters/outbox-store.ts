import { sql } from 'kysely'
import { databaseNow, type Queryable } from '../database/database.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { deletionLetterKind } from './content/letter.ts'
import { isNotHeldSinceRestore, isUnsent } from './letter-predicates.ts'
import { propsToKeepAfterSending } from './question-letters.ts'

/**
 * A letter that this process has claimed until its lease ends. Each claim increments `attempts`. So an update with a condition on
 * `attempts` does nothing if another process has claimed the letter since.
 */
export type ClaimedLetter = NonNullable<Awaited<ReturnType<typeof claimLetter>>>

/**
 * A move to another database pauses claims until no letter is in flight, because the copied outbox would send such a letter a second time.
 * If the move is killed in this state, letters are blocked for at most two minutes.
 */
const selectPausingMove = sql`select from move_state where state = 'preparing' and since > now() - interval '2 minutes'`

/**
 * Claims the letter that has been due longest. No other process can claim it for `lease` ms. Undefined if no letter can be claimed.
 * @param skipped the ids and recipients of letters to skip
 */
export function claimLetter(
  db: Queryable,
  lease: number,
  skipped: Readonly<Record<'ids' | 'recipients', readonly string[]>> = { ids: [], recipients: [] },
) {
  return db
    .with('due', (query) =>
      query
        .selectFrom('letters')
        .where(isUnsent('letters'))
        .where('next_attempt_at', '<=', databaseNow)
        .where(isNotHeldSinceRestore('letters'))
        .where(sql<boolean>`id <> all(${skipped.ids}::uuid[])`)
        .where(sql<boolean>`recipient <> all(${skipped.recipients}::text[])`)
        .where(sql<boolean>`not exists (${selectPausingMove})`)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .updateTable('letters as l')
    .from('due')
    .whereRef('l.id', '=', 'due.id')
    .set((eb) => ({
      attempts: eb('l.attempts', '+', 1),
      next_attempt_at: secondsFromNow(lease / 1_000),
      last_error: null,
    }))
    .returning([
      'l.id',
      'l.kind',
      'l.channel',
      'l.recipient',
      'l.person_id as personId',
      'l.party_uid as partyUid',
      'l.props',
      'l.created_at as writtenAt',
      // Includes this attempt.
      'l.attempts',
      // Whether the letter was held for a digest.
      'l.held',
      // Whether the hourly limit has already counted the letter, because it is a digest of held news.
      'l.counted',
      databaseNow.as('claimedAt'),
    ])
    .executeTakeFirst()
}

/**
 * Renews the leases of claimed letters for `lease` ms. Resolves with the ids of the renewed letters. The other letters were sent, given
 * up, overtaken or deleted, or another process has claimed them. A letter that was just postponed or held keeps its longer delay.
 */
export async function renewLeases(db: Queryable, letters: readonly ClaimedLetter[], lease: number) {
  const { rows } = await sql<{ id: string }>`
    update letters l set next_attempt_at = greatest(l.next_attempt_at, ${secondsFromNow(lease / 1_000)})
    from unnest(${letters.map(({ id }) => id)}::uuid[], ${letters.map(({ attempts }) => attempts)}::int[])
      as held(id, attempts)
    where l.id = held.id and l.attempts = held.attempts and ${isUnsent('l')}
    returning l.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Marks a letter sent, even if another process has claimed it since, to prevent a second copy. Erases its props, which may contain a token,
 * except the slot's id in a letter about a question. Deletes the row instead if it is the last letter to an account.
 */
export async function markSent(db: Queryable, letter: ClaimedLetter): Promise<void> {
  const { id, kind } = letter
  if (kind === deletionLetterKind) {
    await db.deleteFrom('letters').where('id', '=', id).execute()
    return
  }
  await db
    .updateTable('letters')
    .set({
      sent_at: databaseNow,
      // A letter about a question may be sent as another kind: see invitation-as-of-now.ts.
      kind,
      props: JSON.stringify(propsToKeepAfterSending(letter)),
      last_error: null,
    })
    .where('id', '=', id)
    .where(isUnsent('letters'))
    .execute()
}

/**
 * Ends a letter that later news has overtaken, unless another process has claimed it since. Erases its props, which may contain a token.
 */
export async function markOvertaken(db: Queryable, letter: ClaimedLetter): Promise<void> {
  await updateClaimed(db, letter)
    .set({ overtaken_at: databaseNow, props: '{}', last_error: null })
    .where(isUnsent('letters'))
    .execute()
}

/** Builds an update of a letter that does nothing if another process has claimed the letter since. */
export function updateClaimed(db: Queryable, { id, attempts }: ClaimedLetter) {
  return db.updateTable('letters').where('id', '=', id).where('attempts', '=', attempts)
}

/** Milliseconds until a letter is checked again while it waits for the outcome of another letter, which is being sent. */
const waitForOtherLetter = 30_000

/** Makes a letter wait for the outcome of another letter, unless another process has claimed it since. */
export async function postponeForOtherLetter(db: Queryable, letter: ClaimedLetter): Promise<void> {
  await updateClaimed(db, letter)
    .set({ next_attempt_at: secondsFromNow(waitForOtherLetter / 1_000) })
    .execute()
}

/** Deletes a letter, unless another process has claimed it since. */
export async function deleteClaimed(db: Queryable, { id, attempts }: ClaimedLetter): Promise<void> {
  await db.deleteFrom('letters').where('id', '=', id).where('attempts', '=', attempts).execute()
}

/** Schedules the next attempt in `wait` ms, unless another process has claimed the letter since. */
export async function postpone(db: Queryable, letter: ClaimedLetter, wait: number, reason: string) {
  await updateClaimed(db, letter)
    .set({ next_attempt_at: secondsFromNow(wait / 1_000), last_error: reason })
    .where('sent_at', 'is', null)
    .execute()
}

/**
 * Gives a letter up, unless another process has claimed it since. Keeps the props, so that an operator can send the letter again, but
 * erases props that contain a token. Deletes the row instead if it is the last letter to an account.
 */
export async function giveUp(db: Queryable, letter: ClaimedLetter, reason: string): Promise<void> {
  const { kind, props } = letter
  if (kind === deletionLetterKind) return deleteClaimed(db, letter)
  await updateClaimed(db, letter)
    .set({ failed_at: databaseNow, last_error: reason, ...('token' in props && { props: '{}' }) })
    .where('sent_at', 'is', null)
    .execute()
}
