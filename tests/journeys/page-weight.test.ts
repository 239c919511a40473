import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'

const webFolder = join(inject('build'), 'web')
const documentsFolder = join(webFolder, 'documents', 'info-donation')

/** Returns the compressed size, in bytes, of the scripts that a document preloads. */
function scriptBytes(document: string): number {
  const html = readFileSync(join(documentsFolder, document), 'utf8')
  const scripts = [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/gu)]
  expect([document, scripts.length]).not.toEqual([document, 0])
  return scripts
    .map(([, path = '']) => gzipSync(readFileSync(join(webFolder, path)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0)
}

const boundOf = (document: string) => (document === 'home.html' ? 106_700 : 150_000)

// `npm run bench -- page` measures the bytes that a browser really loads.
test('no document preloads more than 150 kB of scripts, and the home page preloads at most 106.7 kB', () => {
  const sizes = Object.fromEntries(readdirSync(documentsFolder).map((it) => [it, scriptBytes(it)]))
  expect(Object.entries(sizes).filter(([document, bytes]) => bytes > boundOf(document))).toEqual([])
})
