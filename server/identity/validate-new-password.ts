import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type PasswordPolicy, passwordFaults } from '../../domain/identity/password-policy.ts'
import { fileOfServer } from '../files.ts'
import { Failure, type Faults } from '../http/failure.ts'

const generated = z.object({ passwords: z.array(z.string()) })

let common: ReadonlySet<string> | undefined

/**
 * The 10,000 most common passwords in lower case. Reads the file on the first call and caches it. If it cannot be read,
 * throws an error that says which command to run.
 */
export function loadCommonPasswords(): ReadonlySet<string> {
  common ??= new Set(readCommonPasswords())
  return common
}

function readCommonPasswords(): string[] {
  const file = fileOfServer('identity/common-passwords.generated.json')
  try {
    return z.parse(generated, JSON.parse(readFileSync(file, 'utf8'))).passwords
  } catch (cause) {
    const sentence = 'The list of common passwords cannot be read: run `npx tsx tools/build-data.ts`.'
    throw new Error(sentence, { cause })
  }
}

/** Checks a new password against the operator's policy. Returns `faults` for the given field; empty if it is allowed. */
export function newPasswordFaults(policy: PasswordPolicy, field: string, password: string): Faults {
  const common = loadCommonPasswords()
  const faults = passwordFaults(policy, (lowercase) => common.has(lowercase), password)
  return faults.length === 0 ? {} : { [field]: faults }
}

/** Rejects a password that the operator's policy forbids with 400. */
export function refuseForbiddenPassword(policy: PasswordPolicy, field: string, password: string): void {
  const faults = newPasswordFaults(policy, field, password)
  if (field in faults) throw new Failure('invalid_input', { faults })
}
