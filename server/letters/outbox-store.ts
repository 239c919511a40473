import { type RawBuilder, sql } from 'kysely'
import { now, type Reader } from '../database/database.ts'
import { isReleased } from './restore-hold.ts'
import { farewell } from './letter.ts'

/** A letter that this process holds until its lease ends. Its `attempts` tell whether it still does: each claim adds one. */
export interface Claimed {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly props: Record<string, unknown>
  readonly writtenAt: Date
  readonly claimedAt: Date
  /** This attempt included. */
  readonly attempts: number
  /** It has waited to be gathered with others. */
  readonly held: boolean
}

/** Letters that a claim leaves alone. */
interface Exclusions {
  readonly ids: readonly string[]
  readonly recipients: readonly string[]
}

/**
 * A move waits until no letter is in flight, so that its copy sends none a second time. One that was killed meanwhile holds
 * letters up for two minutes.
 */
const isPaused = sql`select from move_state where state = 'preparing' and since > now() - interval '2 minutes'`

/** Claims the letter that has been due longest, for `lease` ms: no other process gets it until then. */
export function claimLetter(
  reader: Reader,
  lease: number,
  passOver: Exclusions = { ids: [], recipients: [] },
): Promise<Claimed | undefined> {
  return reader
    .with('due', (db) =>
      db
        .selectFrom('letters')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where(isReleased)
        .where(sql<boolean>`id <> all(${passOver.ids}::uuid[])`)
        .where(sql<boolean>`recipient <> all(${passOver.recipients}::text[])`)
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
 * Renews the leases of claimed letters for `lease` ms and gives the ids of those renewed. The others have ended, or
 * another process has claimed them. A letter that was postponed or held a moment ago keeps its longer wait.
 */
export async function renewLeases(
  reader: Reader,
  letters: readonly Claimed[],
  lease: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update letters l set next_attempt_at = greatest(l.next_attempt_at, ${fromNow(lease)})
    from unnest(${letters.map(({ id }) => id)}::uuid[], ${letters.map(({ attempts }) => attempts)}::int[])
      as held(id, attempts)
    where l.id = held.id and l.attempts = held.attempts and l.sent_at is null and l.failed_at is null
    returning l.id`.execute(reader)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Records that a letter went out, and erases what it said, since that may hold a token. The record stands even if
 * another process has claimed the letter since: it saves a further copy.
 */
export async function markSent(reader: Reader, { id, kind }: Claimed): Promise<void> {
  if (kind === farewell) {
    await reader.deleteFrom('letters').where('id', '=', id).execute()
    return
  }
  await reader
    .updateTable('letters')
    .set({ sent_at: now, props: '{}', last_error: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .execute()
}

/** Lets a letter wait for `wait` ms, unless another process has claimed it since. */
export async function postpone(reader: Reader, letter: Claimed, wait: number, reason: string): Promise<void> {
  await reader
    .updateTable('letters')
    .set({ next_attempt_at: fromNow(wait), last_error: reason })
    .where('id', '=', letter.id)
    .where('attempts', '=', letter.attempts)
    .where('sent_at', 'is', null)
    .execute()
}

/**
 * Gives a letter up, unless another process has claimed it since. An operator can still send it again, unless it held
 * a token, which is erased. Of the last letter to a reader nothing is kept.
 */
export async function giveUp(reader: Reader, letter: Claimed, reason: string): Promise<void> {
  const { id, kind, attempts, props } = letter
  if (kind === farewell) {
    await reader.deleteFrom('letters').where('id', '=', id).where('attempts', '=', attempts).execute()
    return
  }
  await reader
    .updateTable('letters')
    .set({ failed_at: now, last_error: reason, ...('token' in props ? { props: '{}' } : {}) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute()
}

/** The instant so many milliseconds from now, by the database's clock. */
export function fromNow(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`minbar_now() + make_interval(secs => ${milliseconds / 1_000})`
}
