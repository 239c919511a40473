import { createHash, randomBytes } from 'node:crypto'

/** Makes a secret token, 256 random bits in base64url (43 characters), and the hash that the database stores. */
export function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** Returns the SHA-256 hash of a token. A random token needs no slow hash, because it cannot be guessed. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether a text has the format of a token; if not, the database need not be queried. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}
