import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, test } from 'vitest'

const catalogs = await getCatalogs(getConfig())

test.each(catalogs.map((catalog) => [catalog.path, catalog] as const))(
  'the catalog %s has exactly the messages that the code uses (`npx lingui extract --clean` updates it)',
  async (_, catalog) => {
    const used = Object.keys((await catalog.collect()) ?? {})
    const written = Object.keys((await catalog.read('en')) ?? {})
    expect(new Set(written)).toEqual(new Set(used))
  },
  // Parses every file of the page, which can take longer than the default timeout of 5 seconds.
  60_000,
)

test.each(catalogs.map((catalog) => [catalog.path, catalog] as const))(
  'no message in the catalog %s has both elements and a placeholder, because the placeholder’s text could be parsed as an element',
  async (_, catalog) => {
    const messages = Object.entries((await catalog.read('en')) ?? {}).map(([id, it]) => it.message ?? id)
    expect(messages.filter((it) => /<\d+/.test(it) && /\{\w+\}/.test(it))).toEqual([])
  },
)

test.each(catalogs.map((catalog) => [catalog.path, catalog] as const))(
  'the catalog %s says “email”, not “e-mail” or “letter”',
  async (_, catalog) => {
    const messages = Object.entries((await catalog.read('en')) ?? {}).map(([id, it]) => it.message ?? id)
    expect(messages.filter((it) => /e-mail/iu.test(it))).toEqual([])
    // In texts about passwords, a “letter” is a letter of the alphabet.
    const withLetter = messages.filter((it) => /\bletters?\b/iu.test(it))
    expect(withLetter.filter((it) => !/password|digit|case letter/iu.test(it))).toEqual([])
  },
)
