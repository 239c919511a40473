import { type RawBuilder, sql } from 'kysely'
import { now, type Reader } from '../database/database.ts'
import { lastLetterKind } from './letter.ts'
import { isReleased, isUnsent } from './restore-hold.ts'

/**
 * A letter that this process has claimed until its lease ends. Each claim increments `attempts`, so an update with a condition on
 * `attempts` does nothing if another process has claimed the letter since.
 */
export interface ClaimedLetter {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly props: Record<string, unknown>
  readonly writtenAt: Date
  readonly claimedAt: Date
  /** Including this attempt. */
  readonly attempts: number
  /** Whether it was held for a digest. */
  readonly held: boolean
}

/** Letters that a claim must skip. */
interface Exclusions {
  readonly ids: readonly string[]
  readonly recipients: readonly string[]
}

/**
 * A move pauses claims until no letter is in flight, because the copied outbox would send such a letter a second time. A move that
 * was killed in this state blocks letters for at most two minutes.
 */
const isPaused = sql`select from move_state where state = 'preparing' and since > now() - interval '2 minutes'`

/** Claims the letter that has been due longest. No other process can claim it for `lease` ms. Undefined if none is due. */
export function claimLetter(
  reader: Reader,
  lease: number,
  exclusions: Exclusions = { ids: [], recipients: [] },
): Promise<ClaimedLetter | undefined> {
  return reader
    .with('due', (db) =>
      db
        .selectFrom('letters')
        .where(isUnsent)
        .where('next_attempt_at', '<=', now)
        .where(isReleased)
        .where(sql<boolean>`id <> all(${exclusions.ids}::uuid[])`)
        .where(sql<boolean>`recipient <> all(${exclusions.recipients}::text[])`)
        .where(sql<boolean>`not exists (${isPaused})`)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .updateTable('letters as l')
    .from('due')
    .whereRef('l.id', '=', 'due.id')
    .set((eb) => ({ attempts: eb('l.attempts', '+', 1), next_attempt_at: fromNow(lease), last_error: null }))
    .returning([
      'l.id',
      'l.kind',
      'l.recipient',
      'l.props',
      'l.created_at as writtenAt',
      'l.attempts',
      'l.held',
      now.as('claimedAt'),
    ])
    .executeTakeFirst()
}

/**
 * Renews the leases of claimed letters for `lease` ms. Resolves with the ids of those renewed. The others were sent or given up, or
 * another process has claimed them. A letter that was just postponed or held keeps its longer delay.
 */
export async function renewLeases(reader: Reader, letters: readonly ClaimedLetter[], lease: number) {
  const { rows } = await sql<{ id: string }>`
    update letters l set next_attempt_at = greatest(l.next_attempt_at, ${fromNow(lease)})
    from unnest(${letters.map(({ id }) => id)}::uuid[], ${letters.map(({ attempts }) => attempts)}::int[])
      as held(id, attempts)
    where l.id = held.id and l.attempts = held.attempts and l.sent_at is null and l.failed_at is null
    returning l.id`.execute(reader)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Marks a letter sent and erases its props, which may contain a token. Does so even if another process has claimed the letter since,
 * to prevent a second copy. The last letter to an account is deleted instead.
 */
export async function markSent(reader: Reader, { id, kind }: ClaimedLetter): Promise<void> {
  if (kind === lastLetterKind) {
    await reader.deleteFrom('letters').where('id', '=', id).execute()
    return
  }
  await reader
    .updateTable('letters')
    .set({ sent_at: now, props: '{}', last_error: null })
    .where('id', '=', id)
    .where(isUnsent)
    .execute()
}

/** An update of a letter that does nothing if another process has claimed it since. */
export function updateClaimed(reader: Reader, { id, attempts }: ClaimedLetter) {
  return reader.updateTable('letters').where('id', '=', id).where('attempts', '=', attempts)
}

/** Schedules the next attempt in `wait` ms, unless another process has claimed the letter since. */
export async function postpone(reader: Reader, letter: ClaimedLetter, wait: number, reason: string) {
  await updateClaimed(reader, letter)
    .set({ next_attempt_at: fromNow(wait), last_error: reason })
    .where('sent_at', 'is', null)
    .execute()
}

/**
 * Gives a letter up, unless another process has claimed it since. Keeps the props, so that an operator can send it again, unless they
 * contain a token. The last letter to an account is deleted instead.
 */
export async function giveUp(reader: Reader, letter: ClaimedLetter, reason: string): Promise<void> {
  const { id, kind, attempts, props } = letter
  if (kind === lastLetterKind) {
    await reader.deleteFrom('letters').where('id', '=', id).where('attempts', '=', attempts).execute()
    return
  }
  await updateClaimed(reader, letter)
    .set({ failed_at: now, last_error: reason, ...('token' in props && { props: '{}' }) })
    .where('sent_at', 'is', null)
    .execute()
}

/** The instant so many milliseconds from now by the database's clock; in the past if negative. */
export function fromNow(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`minbar_now() + make_interval(secs => ${milliseconds / 1_000})`
}
