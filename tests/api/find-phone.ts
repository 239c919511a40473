import { khateebPhone } from './fixture.ts'
import { type RawResponse } from './raw-call.ts'

const [area = '', exchange = '', line = ''] = /^(...)(...)(....)$/.exec(khateebPhone)?.slice(1) ?? []
const shown = new RegExp(`${area}\\D{0,3}${exchange}\\D{0,3}${line}`)

/** Finds the khateeb's phone in a text, in any format; null if absent. */
export function findPhone(text: string): string | null {
  return shown.exec(text)?.[0] ?? null
}

/** Finds the khateeb's phone in the body or headers of a response; null if absent. */
export function findPhoneInAnswer({ text, headers }: RawResponse): string | null {
  return findPhone([text, ...headers.values()].join('\n'))
}
