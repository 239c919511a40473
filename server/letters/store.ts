import { type RawBuilder, sql } from 'kysely'
import { now, type Reader } from '../database/database.ts'
import { farewell } from './letter.ts'

/** A letter that this process holds until its lease ends. */
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

/** Claims up to `count` letters whose time has come, oldest first, for `lease` ms: nobody else gets them until then. */
export async function claimLetters(reader: Reader, count: number, lease: number): Promise<Claimed[]> {
  const claimed = await reader
    .with('due', (db) =>
      db
        .selectFrom('letters')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(count)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .updateTable('letters as l')
    .from('due')
    .whereRef('l.id', '=', 'due.id')
    .set((eb) => ({ attempts: eb('l.attempts', '+', 1), next_attempt_at: later(lease) }))
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
    .execute()
  return claimed.toSorted((a, b) => a.writtenAt.getTime() - b.writtenAt.getTime())
}

/** Writes down that a letter went out, and forgets what it said: that may let somebody in. */
export async function markSent(reader: Reader, { id, kind }: Claimed): Promise<void> {
  if (kind === farewell) return forget(reader, id)
  await reader
    .updateTable('letters')
    .set({ sent_at: now, props: '{}', last_error: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute()
}

/** Lets a letter wait for `wait` ms, unless another process has claimed it since. */
export async function postpone(reader: Reader, letter: Claimed, wait: number, reason: string): Promise<void> {
  await reader
    .updateTable('letters')
    .set({ next_attempt_at: later(wait), last_error: reason })
    .where('id', '=', letter.id)
    .where('attempts', '=', letter.attempts)
    .where('sent_at', 'is', null)
    .execute()
}

/**
 * Gives a letter up, unless another process has claimed it since. What it says is kept for an operator who wants to
 * send it again, but not if it would let somebody in.
 */
export async function giveUp(reader: Reader, letter: Claimed, reason: string): Promise<void> {
  if (letter.kind === farewell) return forget(reader, letter.id)
  await reader
    .updateTable('letters')
    .set({ failed_at: now, last_error: reason, ...('token' in letter.props ? { props: '{}' } : {}) })
    .where('id', '=', letter.id)
    .where('attempts', '=', letter.attempts)
    .where('sent_at', 'is', null)
    .execute()
}

async function forget(reader: Reader, id: string): Promise<void> {
  await reader.deleteFrom('letters').where('id', '=', id).execute()
}

/** So many milliseconds from now. */
export function later(milliseconds: number): RawBuilder<Date> {
  return sql<Date>`minbar_now() + make_interval(secs => ${milliseconds / 1_000})`
}
