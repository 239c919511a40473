import { createHash, randomInt } from 'node:crypto'
import type { Queryable, Tx } from '../../database/database.ts'

const codesPerPerson = 10

/** The characters of codes, without 0, 1, I and O, which look alike. There are 32, so each character has 5 random bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 24

/**
 * Replaces a person's recovery codes. Returns the new codes, in groups of four characters.
 * @param confirmedBy the code that confirmed the renewal. If it was a recovery code, it stays to repeat the renewal, because the new codes
 *   may be lost with the response, and the person may have no other factor at hand.
 */
export async function replaceRecoveryCodes(
  tx: Tx,
  personId: string,
  confirmedBy?: string,
): Promise<string[]> {
  const keptHash = confirmedBy === undefined ? null : hashOfCode(personId, confirmedBy)
  await tx
    .deleteFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where('code_hash', 'is distinct from', keptHash)
    .execute()
  const codes = Array.from({ length: codesPerPerson }, newCode)
  const rows = codes.map((code) => ({ person_id: personId, code_hash: hashOfCode(personId, code) }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'))
}

function newCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/**
 * Returns the SHA-256 hash of a code. A code has 120 random bits, so it needs no slow hash. The person's id in the hash prevents an attack
 * on the codes of all people at once.
 */
export function hashOfCode(personId: string, code: string): Buffer {
  return createHash('sha256').update(`${personId}:${code}`).digest()
}

/** Returns a query for the unused recovery codes of a person. */
export function unusedRecoveryCodes(reader: Queryable, personId: string) {
  return reader
    .selectFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where('renews_until', 'is', null)
}

export async function deleteRecoveryCodes(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute()
}
