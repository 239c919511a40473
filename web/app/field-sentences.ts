import { decodeFault } from '../../contract/fault-encoding.ts'
import { type Fault, faultSentences } from '../../contract/faults.ts'
import { messages } from '../words/fields.en.po'
import { lingui } from './i18n.ts'

lingui.load('en', messages)

/** All faults of one field, as text in the page's language. The English sentence of a fault is the id of its message. */
export function sentenceOfFaults(faults: readonly Fault[]): string {
  return faults.map(({ code, params }) => lingui._(faultSentences[code], params)).join(' ')
}

/** The page's sentence for a message of the contract's schema. */
export function sentenceOfSchemaMessage(message: string): string {
  return sentenceOfFaults([decodeFault(message)])
}

/** The page's sentences for the server's faults by field. A field with an unknown code keeps the server's sentence. */
export function sentencesOfFields(
  fields: Readonly<Record<string, string>>,
  faults: Readonly<Record<string, readonly Fault[]>>,
): Record<string, string> {
  const known = Object.entries(faults).filter(([, its]) => its.every(({ code }) => code in faultSentences))
  return { ...fields, ...Object.fromEntries(known.map(([name, its]) => [name, sentenceOfFaults(its)])) }
}
