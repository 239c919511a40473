import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Queryable, Tx } from '../../database/database.ts'

const codesPerPerson = 10

/** The characters of codes, without 0, 1, I and O, which look alike. There are 32, so each character has 5 random bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 24

/** In bytes: as long as the output of the hash. */
const saltLength = 32

/**
 * Replaces a person's recovery codes. Returns the new codes, in groups of four characters.
 * @param confirmedBy the code that confirmed the renewal. A recovery code stays stored, so that it can repeat the renewal: the response
 * with the new codes may be lost, and the person may have no other factor.
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
  const salt = randomBytes(saltLength)
  await tx
    .updateTable('recovery_codes')
    .set({ renewal_salt: salt })
    .where('person_id', '=', personId)
    .where('code_hash', '=', keptHash)
    .execute()
  const codes = makeCodes(salt, confirmedBy)
  const rows = codes.map((code) => ({ person_id: personId, code_hash: hashOfCode(personId, code) }))
  await tx.insertInto('recovery_codes').values(rows).execute()
  return codes.map(inGroups)
}

/**
 * Returns the codes of the renewal that this code has confirmed, as `replaceRecoveryCodes` returned them; some may be used by now.
 * Undefined if the code has confirmed no renewal.
 */
export async function codesOfRenewal(
  reader: Queryable,
  personId: string,
  confirmedBy: string,
): Promise<string[] | undefined> {
  const found = await reader
    .selectFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where('code_hash', '=', hashOfCode(personId, confirmedBy))
    .select('renewal_salt as salt')
    .executeTakeFirst()
  return found?.salt ? makeCodes(found.salt, confirmedBy).map(inGroups) : undefined
}

/**
 * Makes codes from a random salt and the code that confirmed the renewal. The database does not store this code. So neither a copy of the
 * database nor a stolen list of old codes is enough to make the new codes.
 */
function makeCodes(salt: Buffer, confirmedBy = ''): string[] {
  return Array.from({ length: codesPerPerson }, (_, number) => {
    const bytes = createHmac('sha256', salt).update(`${number}:${confirmedBy}`).digest()
    // 256 is a multiple of the 32 characters, so all of them are equally likely.
    return Array.from(bytes.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('')
  })
}

/** Writes a code in groups of four characters. */
function inGroups(code: string): string {
  return code.replaceAll(/.{4}(?=.)/g, '$&-')
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
