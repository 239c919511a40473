import { toAsciiDigits } from '../../contract/ascii-digits.ts'
import { formatPhone } from '../app/format.ts'

/** For typing: drops everything but digits, spaces, dashes and parentheses. */
export function keepPhoneCharacters(typed: string): string {
  return toAsciiDigits(typed).replace(/[^\d ()-]/g, '')
}

/** For blur: formats ten digits (or eleven with country code 1) as `(xxx) xxx-xxxx`; leaves other input unchanged. */
export function maskPhone(typed: string): string {
  const digits = phoneDigits(typed)
  return digits.length === 10 ? formatPhone(digits) : typed
}

/** The typed digits, without country code 1. */
export function phoneDigits(typed: string): string {
  return typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}
