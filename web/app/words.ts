import { i18n } from '@lingui/core'
import { messages } from '../words/first.en.po'

i18n.load('en', messages)
i18n.activate('en')

let rest: Promise<void> | undefined

/** Loads the words of every screen but the first, once. A screen is shown only when this has resolved. */
export function restOfWords(): Promise<void> {
  rest ??= import('../words/rest.en.po').then(({ messages }) => i18n.load('en', messages))
  return rest
}

export { i18n as words }
