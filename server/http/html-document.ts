import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallerScreen } from '../../contract/rendered-screen.ts'
import type { Config } from '../config.ts'

const brotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
const gzipped = promisify<Buffer, { level?: number }, Buffer>(gzip)

/** Those that a document is sent in, the one that makes it shortest first: as short as can be, or at once. */
const encodings = {
  br: {
    shortest: (text: Buffer) => brotli(text, {}),
    quickest: (text: Buffer) =>
      brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 } }),
  },
  gzip: {
    shortest: (text: Buffer) => gzipped(text, { level: 9 }),
    quickest: (text: Buffer) => gzipped(text, { level: 1 }),
  },
}
const encodingNames = ['br', 'gzip'] as const

/** Where the build has put what a caller's screen begins with, and its title. */
const beginning = /<!--screen-->.*<!--\/screen-->/su
const title = /<title>.*?<\/title>/su

/**
 * A screen that its scripts have yet to take over (`web/main.tsx`): nobody can press it or type into it. Older browsers
 * don't know `inert`; there it is at least hidden from those who would be told that they could.
 */
const readOnly = (root: string) => `<div id="root" data-rendered inert aria-hidden="true">${root}</div>`

export interface HtmlDocument {
  /**
   * Sends it in the shortest encoding that the browser takes; where it holds the screen of a caller, no cache may store it. What
   * is rendered of that can't be used before its scripts have loaded.
   */
  send(request: FastifyRequest, reply: FastifyReply, screen?: CallerScreen): Promise<FastifyReply>
}

/**
 * Reads a document, and writes the operator's settings into it. It is compressed when it is first asked for, so that the
 * start doesn't wait for it, and then kept.
 */
export async function loadDocument(file: string, config: Config): Promise<HtmlDocument> {
  const text = withSettings(await readFile(file, 'utf8'), config)
  const plain = Buffer.from(text)
  const compressed = new Map<string, Promise<Buffer>>()
  return {
    async send(request, reply, screen) {
      const accepted = request.headers['accept-encoding'] ?? ''
      const encoding = encodingNames.find((name) => new RegExp(`\\b${name}\\b`, 'u').test(accepted))
      void reply
        .type('text/html; charset=utf-8')
        .header('cache-control', screen === undefined ? 'no-cache' : 'no-store')
        .header('vary', screen === undefined ? 'accept-encoding' : 'accept-encoding, cookie')
      if (encoding !== undefined) void reply.header('content-encoding', encoding)
      if (screen !== undefined) {
        const own = Buffer.from(withScreen(text, screen))
        return reply.send(encoding === undefined ? own : await encodings[encoding].quickest(own))
      }
      if (encoding === undefined) return reply.send(plain)
      const content = compressed.get(encoding) ?? encodings[encoding].shortest(plain)
      compressed.set(encoding, content)
      return reply.send(await content)
    },
  }
}

function withScreen(page: string, { rendered, answers }: CallerScreen): string {
  const script = `<script type="application/json" id="answers">${answers}</script>`
  if (rendered === undefined) return page.replace(beginning, (bar) => bar + script)
  return page.replace(title, () => rendered.title).replace(beginning, () => readOnly(rendered.root) + script)
}

/** Writes the operator's addresses where the build left room for them: in the head, and in what is drawn. */
function withSettings(page: string, { donationUrl, infoSiteUrl }: Config): string {
  const settings = { 'donation-url': donationUrl ?? '', 'info-site-url': infoSiteUrl ?? '' }
  return Object.entries(settings).reduce(
    (written, [name, value]) =>
      written
        .replace(
          `name="minbar-${name}" content=""`,
          () => `name="minbar-${name}" content="${attribute(value)}"`,
        )
        .replaceAll(`minbar:${name}`, () => attribute(value)),
    page,
  )
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
