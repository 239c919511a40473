import { type PasswordPolicy, passwordErrors } from '../../domain/identity/password-policy.ts'
import { Failure, type FieldErrors } from '../http/failure.ts'
import { readGeneratedFile, serverFileUrl } from '../server-files.ts'

let cachedCommonPasswords: ReadonlySet<string> | undefined

/**
 * Returns the 10,000 most common passwords, in lower case and without duplicates. Reads their file at the first call, and caches the
 * result. If the file cannot be read, the error names the command to run.
 */
export function loadCommonPasswords(): ReadonlySet<string> {
  cachedCommonPasswords ??= new Set(
    readCommonPasswords(serverFileUrl('identity/common-passwords.generated.json')),
  )
  return cachedCommonPasswords
}

function readCommonPasswords(file: URL): readonly string[] {
  return JSON.parse(readGeneratedFile('The list of common passwords', file)).passwords
}

/**
 * Checks a new password against the operator's policy. Returns `fieldErrors` for the given field; the object is empty if the password is
 * allowed.
 */
export function newPasswordErrors(policy: PasswordPolicy, field: string, password: string): FieldErrors {
  const common = loadCommonPasswords()
  const fieldErrors = passwordErrors(policy, (lowercase) => common.has(lowercase), password)
  return fieldErrors.length === 0 ? {} : { [field]: fieldErrors }
}

/** Throws a 400 if the operator's policy forbids the password. */
export function refuseForbiddenPassword(policy: PasswordPolicy, field: string, password: string): void {
  const fieldErrors = newPasswordErrors(policy, field, password)
  if (field in fieldErrors) throw new Failure('invalid_input', { fieldErrors })
}
