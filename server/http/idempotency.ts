import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Tx } from '../database/database.ts'
import { Failure, invalidField } from './failure.ts'
import type { Caller } from './route.ts'

/** Returns the Idempotency-Key, or null if there is none. Throws 400 unless it is 1 to 200 visible ASCII characters. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    throw invalidField('Idempotency-Key', 'idempotency_key_not_valid')
  }
  return header
}

interface RepeatableCall {
  readonly endpoint: Endpoint
  /** Null for an unauthenticated visitor. */
  readonly caller: Caller | null
  readonly input: unknown
}

/**
 * Runs `change` once per key; a retry gets the stored result. The key's row is inserted in the transaction of the change, so its primary
 * key makes a concurrent retry wait for the first call.
 */
export async function runOnce<Output>(
  tx: Tx,
  call: RepeatableCall & { readonly key: string },
  change: () => Promise<Output>,
): Promise<Output> {
  const { key } = call
  const caller = call.caller?.personId ?? 'anyone'
  const fingerprint = fingerprintOf(call)
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ caller, key, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 1n) {
    const result = await change()
    await tx
      .updateTable('idempotency_keys')
      .set({ answer: storedResult(call.endpoint, result) })
      .where('caller', '=', caller)
      .where('key', '=', key)
      .execute()
    return result
  }
  const { rows } = await sql<{ fingerprint: Buffer; result: Output }>`
    select fingerprint, answer as result from idempotency_keys
    where caller = ${caller} and key = ${key}`.execute(tx)
  const [first] = rows
  // The clean-up may have deleted the day-old key between the two statements.
  if (first === undefined) throw new Failure('unavailable')
  if (!first.fingerprint.equals(fingerprint)) throw new Failure('key_reused')
  return first.result
}

/** Returns the result as JSON, with the endpoint's `unstoredLists` empty. */
function storedResult({ unstoredLists = [] }: Endpoint, result: unknown): string {
  return JSON.stringify(result ?? null, (name, value: unknown) => (unstoredLists.includes(name) ? [] : value))
}

/** Returns a hash of the call. Leaves passwords out: a fast hash of a password would defeat the slow hash that is stored. */
function fingerprintOf({ endpoint, caller, input }: RepeatableCall): Buffer {
  const body = JSON.stringify(input, (name, value: unknown) => (name === 'password' ? undefined : value))
  return createHash('sha256')
    .update(`${endpoint.name}\n${caller?.uid ?? ''}\n${body}`)
    .digest()
}
