import { parseArgs } from 'node:util'
import { allSchemes, allViewports } from './picture.ts'

export type ShotsOptions = ReturnType<typeof readShotsOptions>

/** Parses the command line; throws on an unknown option. */
export function readShotsOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true, default: [] },
      viewport: { type: 'string', multiple: true, default: [] },
      scheme: { type: 'string', multiple: true, default: [] },
      url: { type: 'string' },
    },
  })
  return {
    /** Parts of the names of the screens; empty for all screens. */
    only: values.only.flatMap((it) => it.split(',')),
    viewports: chosen(allViewports, values.viewport),
    schemes: chosen(allSchemes, values.scheme),
    /** The origin of a running server. Undefined: a server is started. */
    url: values.url === undefined ? undefined : new URL(values.url).origin,
  }
}

function chosen<Choice extends string>(all: readonly Choice[], named: readonly string[]): readonly Choice[] {
  return named.length === 0 ? all : all.filter((it) => named.includes(it))
}
