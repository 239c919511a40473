import { i18n } from '@lingui/core'
import { messages } from '../words/first.en.po'

i18n.load('en', messages)
i18n.activate('en')

const files = {
  everybody: () => import('../words/everybody.en.po'),
  visitors: () => import('../words/visitors.en.po'),
  members: () => import('../words/members.en.po'),
  account: () => import('../words/account.en.po'),
}

/** The name of a part of the words, which has a file of its own. */
export type CatalogName = keyof typeof files

const loaded: Partial<Record<CatalogName, Promise<void>>> = {}

/**
 * Loads the words that all screens but the first have in common, those of the public screens, those of the signed in, or
 * those of one's own account, once. A screen is shown only when this has resolved.
 */
export function loadCatalog(whom: CatalogName): Promise<void> {
  loaded[whom] ??= files[whom]().then(({ messages }) => i18n.load('en', messages))
  return loaded[whom]
}

export { i18n as lingui }
