import type { Dictionary } from './translation.ts'

/** The English sentences that need a singular form. All other sentences are written as in the templates. */
export const english: Dictionary = {
  '{0} (and {1} more updates)': { one: '{0} (and another update)', other: '{0} (and {1} more updates)' },
  '{0} more were closed, too: your dashboard shows what is still open.': {
    one: 'One more was closed, too: your dashboard shows what is still open.',
    other: '{0} more were closed, too: your dashboard shows what is still open.',
  },
}
