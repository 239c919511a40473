import { toAsciiDigits } from '../../contract/ascii-digits.ts'
import { formatPhone } from '../../contract/format-phone.ts'

/** Use this while the user types. Removes all characters except digits, spaces, dashes and parentheses, and returns ASCII digits. */
export function keepPhoneCharacters(typed: string): string {
  return toAsciiDigits(typed).replace(/[^\d ()-]/g, '')
}

/** Use this on blur. Formats ten digits (or eleven with country code 1) as `(xxx) xxx-xxxx`, and returns other input unchanged. */
export function formatTypedPhone(typed: string): string {
  const digits = phoneDigits(typed)
  return digits.length === 10 ? formatPhone(digits) : typed
}

/** Returns the typed digits, without country code 1. */
export function phoneDigits(typed: string): string {
  return typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}
