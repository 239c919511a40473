import { readdirSync, readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import type { Plugin } from 'vite'

const catalogs = new URL('words/', import.meta.url)

/**
 * A Vite plugin that shortens the ids of messages. Each id is in a script and in a catalog, and Lingui's ids are hashes, which don't
 * compress.
 */
export function slimMessageIds(): Plugin {
  let shortIds: ReadonlyMap<string, string> = new Map()
  return {
    name: 'slim-message-ids',
    enforce: 'post',
    apply: 'build',
    async buildStart() {
      shortIds = await shortMessageIds()
    },
    transform: {
      filter: { id: /[\\/]web[\\/].*\.(?:tsx?|po)$/u },
      handler: (code) => slimIds(code, shortIds),
    },
  }
}

/**
 * Returns a short id for each hash in the catalogs: its first characters that no other hash begins with. A new message hardly ever changes
 * the ids of other messages. So their scripts stay the same, and browsers keep them after an update.
 */
export async function shortMessageIds(): Promise<ReadonlyMap<string, string>> {
  const files = readdirSync(catalogs).filter((it) => it.endsWith('.po'))
  return uniquePrefixes(new Set((await Promise.all(files.map(hashesIn))).flat()))
}

/** Returns the shortest prefix of each text, of at least two characters, that no other text has. */
export function uniquePrefixes(texts: ReadonlySet<string>): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const prefix of [...texts].flatMap(prefixesOf)) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  return new Map(
    [...texts].map((it) => [it, prefixesOf(it).find((prefix) => counts.get(prefix) === 1) ?? it]),
  )
}

async function hashesIn(filename: string): Promise<string[]> {
  const text = readFileSync(new URL(filename, catalogs), 'utf8')
  const messages = await formatter().parse(text, { locale: 'en', sourceLocale: 'en', filename })
  // The messages of field errors have sentences as ids. These entries have only an id.
  return Object.entries(messages).flatMap(([id, { message }]) => (message === undefined ? [] : [id]))
}

/** Returns the prefixes of a text that have at least two characters, the shortest first. */
function prefixesOf(text: string): string[] {
  return Array.from(text, (_, index) => text.slice(0, index + 1)).slice(1)
}

/** Matches an id in a call or in an element, `id: "Ke3p48"`, and in a compiled catalog, `{\"Ke3p48\":[`. */
const idPattern = /(?<=\bid: "|[{,]\\")[\w+/]{6}(?="|\\":\[)/gu

/** Replaces the ids of messages in compiled code. */
export function slimIds(code: string, shortIds: ReadonlyMap<string, string>): string {
  return code.replaceAll(idPattern, (id) => shortIds.get(id) ?? id)
}
