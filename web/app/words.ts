import { i18n } from '@lingui/core'
import { messages } from '../words/first.en.po'

i18n.load('en', messages)
i18n.activate('en')

const load = {
  everybody: async () => (await import('../words/everybody.en.po')).messages,
  members: async () => (await import('../words/members.en.po')).messages,
}

/** Loads the words of all screens but the first, or those of the signed in. A screen is shown only when this has resolved. */
export async function wordsOf(whom: keyof typeof load): Promise<void> {
  i18n.load('en', await load[whom]())
}

export { i18n as words }
