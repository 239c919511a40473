import { type Answer } from './raw-call.ts'
import { khateebPhone } from './world.ts'

const [area = '', exchange = '', line = ''] = /^(...)(...)(....)$/.exec(khateebPhone)?.slice(1) ?? []
const shown = new RegExp(`${area}\\D{0,3}${exchange}\\D{0,3}${line}`)

/** The khateeb's phone as it stands in an answer, in its body or its headers, in whatever form; null where it doesn't. */
export function phoneOf({ text, headers }: Answer): string | null {
  return shown.exec([text, ...headers.values()].join('\n'))?.[0] ?? null
}
