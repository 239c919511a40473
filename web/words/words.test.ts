import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, test } from 'vitest'

const catalogs = await getCatalogs(getConfig())

test.each(catalogs.map((catalog) => [catalog.path, catalog] as const))(
  'every word of the page, and no other, is in its catalogue (npx lingui extract --clean): %s',
  async (_, catalog) => {
    const used = Object.keys((await catalog.collect()) ?? {})
    const written = Object.keys((await catalog.read('en')) ?? {})
    expect(new Set(written)).toEqual(new Set(used))
  },
  // Every file of the page is parsed: too long for the usual five seconds where the machine is busy.
  60_000,
)

test.each(catalogs.map((catalog) => [catalog.path, catalog] as const))(
  'no sentence with elements in it has words of people in its text, where they would be read as elements: %s',
  async (_, catalog) => {
    const messages = Object.entries((await catalog.read('en')) ?? {}).map(([id, it]) => it.message ?? id)
    expect(messages.filter((it) => /<\d+/.test(it) && /\{\w+\}/.test(it))).toEqual([])
  },
)
