import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, test } from 'vitest'

const catalogs = await getCatalogs(getConfig())

test.each(catalogs.map((catalog) => [catalog.path, catalog] as const))(
  '%s has exactly the messages of the code (update it by `npx lingui extract --clean`)',
  async (_, catalog) => {
    const used = Object.keys((await catalog.collect()) ?? {})
    const written = Object.keys((await catalog.read('en')) ?? {})
    expect(new Set(written)).toEqual(new Set(used))
  },
  // Parses every file of the page, which can take longer than the default timeout of 5 seconds.
  60_000,
)

test.each(catalogs.map((catalog) => [catalog.path, catalog] as const))(
  '%s has no message with both elements and user text, because such text could be parsed as elements',
  async (_, catalog) => {
    const messages = Object.entries((await catalog.read('en')) ?? {}).map(([id, it]) => it.message ?? id)
    expect(messages.filter((it) => /<\d+/.test(it) && /\{\w+\}/.test(it))).toEqual([])
  },
)

test.each(catalogs.map((catalog) => [catalog.path, catalog] as const))(
  '%s calls an email neither e-mail nor letter',
  async (_, catalog) => {
    const messages = Object.entries((await catalog.read('en')) ?? {}).map(([id, it]) => it.message ?? id)
    // A password has letters, too.
    const texts = messages.filter((it) => !/password|digit|case letter/iu.test(it) || /e-mail/iu.test(it))
    expect(texts.filter((it) => /e-mail|\bletters?\b/iu.test(it))).toEqual([])
  },
)
