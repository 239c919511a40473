import { plainDigits } from '../../contract/ascii-digits.ts'
import { formatPhone } from '../app/format.ts'

/** While typing: what can't be part of a phone number falls away; spaces, dashes and parentheses stay. */
export function keepPhoneCharacters(typed: string): string {
  return plainDigits(typed).replace(/[^\d ()-]/g, '')
}

/** On leaving the field: ten digits (or eleven with the country's 1) become `(xxx) xxx-xxxx`, anything else stays. */
export function maskPhone(typed: string): string {
  const digits = phoneDigits(typed)
  return digits.length === 10 ? formatPhone(digits) : typed
}

/** The digits of what was typed, without the country's 1. */
export function phoneDigits(typed: string): string {
  return typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}
