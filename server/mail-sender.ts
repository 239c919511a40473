import addressparser from 'nodemailer/lib/addressparser'

/** The sender of letters. */
export interface Sender {
  readonly name: string
  readonly address: string
}

const defaultName = 'Minbar'

/** Stricter than the email standard: it matches only addresses that work with every mail server. */
const addressPattern = /^[^\s<>()[\]\\@,;:"]+@[^\s<>()[\]\\@,;:"]+$/u

/** Returns a sender with Minbar's name. */
export function senderAt(address: string): Sender {
  return { name: defaultName, address }
}

/**
 * Parses a setting like `no-reply@example.org` or `Our masjids <no-reply@example.org>`. Returns null if it is not exactly one address,
 * alone or in angle brackets at the end. Also returns null if the name would lose text, such as a comment in parentheses: the parser finds
 * an address in almost any text, and drops the rest.
 */
export function parseSender(setting: string): Sender | null {
  const text = setting.trim()
  const [parsed, ...others] = addressparser(text)
  if (parsed?.address === undefined || others.length > 0) return null
  const { name, address } = parsed
  if (!addressPattern.test(address)) return null
  if (text !== address && withoutQuoting(text) !== withoutQuoting(`${name}<${address}>`)) return null
  return { name: name || defaultName, address }
}

/** Removes spaces, and the characters that quote a name. */
function withoutQuoting(text: string): string {
  return text.replace(/[\s"\\]/gu, '')
}
