import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallerScreen, RenderMode } from '../../contract/rendered-screen.ts'
import type { Config } from '../config.ts'
import { OperatorError } from '../operator-error.ts'
import { passkeySiteOf } from '../passkey-site.ts'

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Content encodings: `smallest` for documents that are cached, `fastest` for those made for one caller. */
const encodings = {
  br: {
    smallest: (text: Buffer) => brotli(text),
    fastest: (text: Buffer) =>
      brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 } }),
  },
  gzip: {
    smallest: (text: Buffer) => gzipAsync(text, { level: 9 }),
    fastest: (text: Buffer) => gzipAsync(text, { level: 1 }),
  },
}
/** In order of preference. */
const encodingNames = ['br', 'gzip'] as const

/** The parts of the built document that a caller's screen replaces. */
const screenPlaceholder = /<!--screen-->.*<!--\/screen-->/su
const titlePattern = /<title>.*?<\/title>/su

/** A built document lacks a part that the server replaces. */
class IncompleteDocumentError extends OperatorError {}

/**
 * Returns the root element with a rendered screen. Until hydration (`web/main.tsx`) it is `inert`, so that it takes no input. In browsers
 * without `inert`, `aria-hidden` at least hides it from assistive technology.
 */
const inertRoot = (root: string) => `<div id="root" data-rendered inert aria-hidden="true">${root}</div>`

/**
 * Reads a built document and inserts the operator's settings. The document is compressed and cached at its first request, not at startup.
 * Rejects with IncompleteDocumentError if the document lacks a part that this function or `send` replaces.
 */
export async function loadDocument(file: string, config: Config, renderMode: RenderMode) {
  const built = await readFile(file, 'utf8')
  const missing = missingPart(built, config, renderMode)
  if (missing !== undefined) {
    throw new IncompleteDocumentError(
      `The built document ${file} lacks ${missing}: build or install this version of Minbar again.`,
    )
  }
  const text = withSettings(built, config)
  const plain = Buffer.from(text)
  const compressed = new Map<string, Promise<Buffer>>()
  return {
    /**
     * Sends the document in the best encoding that the browser accepts. With a caller's `screen`, the response is `no-store`, and
     * the screen is inert until it is hydrated.
     */
    async send(request: FastifyRequest, reply: FastifyReply, screen?: CallerScreen): Promise<FastifyReply> {
      const accepted = request.headers['accept-encoding'] ?? ''
      const encoding = encodingNames.find((name) => new RegExp(`\\b${name}\\b`, 'u').test(accepted))
      void reply
        .type('text/html; charset=utf-8')
        .header('cache-control', screen === undefined ? 'no-cache' : 'no-store')
        .header('vary', screen === undefined ? 'accept-encoding' : 'accept-encoding, cookie')
      if (encoding !== undefined) void reply.header('content-encoding', encoding)
      if (screen !== undefined) {
        const own = Buffer.from(withScreen(text, screen))
        return reply.send(encoding === undefined ? own : await encodings[encoding].fastest(own))
      }
      if (encoding === undefined) return reply.send(plain)
      const content = compressed.get(encoding) ?? encodings[encoding].smallest(plain)
      compressed.set(encoding, content)
      return reply.send(await content)
    },
  }
}

/**
 * Returns the first part that the server replaces and that the document lacks. Without this check, replacing a missing part would silently
 * do nothing.
 */
function missingPart(built: string, config: Config, renderMode: RenderMode): string | undefined {
  const setting = Object.keys(settingsFor(config)).find((name) => !built.includes(emptySetting(name)))
  if (setting !== undefined) return `minbar-${setting}`
  if (renderMode === 'prerendered') return undefined
  if (!titlePattern.test(built)) return '<title>'
  return screenPlaceholder.test(built) ? undefined : '<!--screen-->'
}

function withScreen(page: string, { rendered, responses }: CallerScreen): string {
  const script = `<script type="application/json" id="responses">${responses}</script>`
  if (rendered === undefined) return page.replace(screenPlaceholder, (built) => built + script)
  return page
    .replace(titlePattern, () => rendered.title)
    .replace(screenPlaceholder, () => inertRoot(rendered.root) + script)
}

/** Returns the values of the operator's settings by the names that the document has for them. */
function settingsFor(config: Config) {
  return {
    'donation-url': config.donationUrl ?? '',
    'info-site-url': config.infoSiteUrl ?? '',
    passkeys: passkeySiteOf(config) === null ? 'no' : 'yes',
  }
}

/** Returns the placeholder of a setting in the head. */
function emptySetting(name: string): string {
  return `name="minbar-${name}" content=""`
}

/** Inserts the operator's settings into the placeholders that the build left in the head and in the rendered HTML. */
function withSettings(page: string, config: Config): string {
  return Object.entries(settingsFor(config)).reduce(
    (result, [name, value]) =>
      result
        .replace(emptySetting(name), () => `name="minbar-${name}" content="${escapeAttribute(value)}"`)
        .replaceAll(`minbar:${name}`, () => escapeAttribute(value)),
    page,
  )
}

function escapeAttribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
