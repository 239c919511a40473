import { khateebPhone } from './fixture.ts'
import { type Answer } from './raw-call.ts'

const [area = '', exchange = '', line = ''] = /^(...)(...)(....)$/.exec(khateebPhone)?.slice(1) ?? []
const shown = new RegExp(`${area}\\D{0,3}${exchange}\\D{0,3}${line}`)

/** The khateeb's phone as it stands in a text, in whatever form; null where it doesn't. */
export function findPhone(text: string): string | null {
  return shown.exec(text)?.[0] ?? null
}

/** The same in an answer, in its body or its headers. */
export function findPhoneInAnswer({ text, headers }: Answer): string | null {
  return findPhone([text, ...headers.values()].join('\n'))
}
