import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { sendFailure } from './errors.ts'
import { Failure } from './failure.ts'
import type { Inline } from './headers.ts'

/** The built page, and what the build says of it. */
export interface BuiltPage {
  readonly folder: string
  /** The files of the documents, by the patterns of the screens' addresses. */
  readonly addresses: Readonly<Record<string, string>>
  /** What stands in the documents themselves, as a Content-Security-Policy names it. */
  readonly inline: Inline
}

/** Reads what the build says of the page in `folder`. */
export async function readPage(folder: string): Promise<BuiltPage> {
  return { folder, ...JSON.parse(await readFile(join(folder, 'documents.json'), 'utf8')) }
}

/** Sends a document with the operator's settings in it. */
type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The page without a screen, which says that there is nothing at the address: a 404. */
export async function bareDocument({ folder }: BuiltPage, config: Config): Promise<Send> {
  const send = await sender(join(folder, 'index.html'), config)
  return (request, reply) => send(request, reply.code(404))
}

/** Whether a browser navigates, rather than a script or a program that asks. */
export function wantsPage({ method, headers }: FastifyRequest): boolean {
  return isRead(method) && (headers.accept ?? '').includes('text/html')
}

function isRead(method: string): boolean {
  return ['GET', 'HEAD'].includes(method)
}

/**
 * Serves the built page: its files, for each screen's address the document that the build made for it, and for every other
 * address that a browser navigates to the bare page, which says that there is nothing. The names of built assets carry a
 * hash of what is in them, so they never change.
 */
export async function servePage(
  server: FastifyInstance,
  { folder, addresses }: BuiltPage,
  config: Config,
  sendBare: Send,
): Promise<void> {
  await server.register(fastifyStatic, {
    root: folder,
    index: false,
    // A route for each file, so that every other address is the page's.
    wildcard: false,
    globIgnore: ['index.html', 'documents.json*', 'documents/**'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isAsset = path.startsWith(join(folder, 'assets'))
      response.setHeader('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const documents = join(folder, 'documents', variantOf(config))
  const screens = await Promise.all(
    Object.entries(addresses).map(async ([pattern, file]) => ({
      address: addressOf(pattern),
      send: await sender(join(documents, file), config),
    })),
  )
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const screen = isRead(request.method) ? screens.find(({ address }) => address.test(path)) : undefined
    if (screen !== undefined) return screen.send(request, reply.code(200))
    if (wantsPage(request)) return sendBare(request, reply)
    return sendFailure(reply, new Failure('not_found'))
  })
}

/** Matches the paths of a pattern as the page's router does: in any case, and with or without a slash at the end. */
function addressOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(/:\w+/gu, '[^/]+').replace(/\/$/u, '')}/?$`, 'iu')
}

/** The folder of the documents that were made for these settings. */
function variantOf({ infoSiteUrl, donationUrl }: Config): string {
  const set = [infoSiteUrl !== null && 'info', donationUrl !== null && 'donation'].filter(Boolean)
  return set.join('-') || 'plain'
}

/** Those that a document is sent in, the one that makes it shortest first. */
const encodings = { br: promisify(brotliCompress), gzip: promisify<Buffer, Buffer>(gzip) }
const encodingNames = ['br', 'gzip'] as const

/**
 * Sends a document with the operator's settings in it, in the shortest encoding that the browser takes. It is compressed
 * when it is first asked for, so that the start doesn't wait for it, and then kept.
 */
async function sender(file: string, config: Config): Promise<Send> {
  const plain = Buffer.from(withSettings(await readFile(file, 'utf8'), config))
  const compressed = new Map<string, Promise<Buffer>>()
  return async (request, reply) => {
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = encodingNames.find((name) => new RegExp(`\\b${name}\\b`, 'u').test(accepted))
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
    if (encoding === undefined) return reply.send(plain)
    const content = compressed.get(encoding) ?? encodings[encoding](plain)
    compressed.set(encoding, content)
    return reply.header('content-encoding', encoding).send(await content)
  }
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
