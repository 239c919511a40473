import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RenderMode } from '../../contract/rendered-screen.ts'
import { paths } from '../../contract/screen-paths.ts'
import type { Config } from '../config.ts'
import { passkeySiteOf } from '../passkey-site.ts'
import { sendFailure } from './error-handler.ts'
import { Failure } from './failure.ts'
import { loadDocument } from './html-document.ts'
import { createDocumentRenderer } from './render-document.ts'
import type { InlineHashes } from './security-headers.ts'

interface BuiltScreen {
  /** The file of the document. */
  readonly document: string
  readonly renderMode: RenderMode
}

/** The built page, as its `documents.json` describes it. */
export interface BuiltPage {
  readonly folder: string
  /** Screens by path pattern, such as `/masjid-details/:masjidId`. */
  readonly screens: Readonly<Record<string, BuiltScreen>>
  /** The file of the not-found document. */
  readonly notFound: string
  /** For the Content-Security-Policy. */
  readonly inline: InlineHashes
}

/** Reads `documents.json` in the folder of the built page. */
export async function readPage(folder: string): Promise<BuiltPage> {
  return { folder, ...JSON.parse(await readFile(join(folder, 'documents.json'), 'utf8')) }
}

type SendDocument = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Creates a handler that sends the not-found document with 404. */
export async function createNotFoundHandler(
  { folder, notFound }: BuiltPage,
  config: Config,
): Promise<SendDocument> {
  const document = await loadDocument(join(documentsFolder(folder, config), notFound), config, 'prerendered')
  return (request, reply) => document.send(request, reply.code(404))
}

/** Whether the request is a browser's navigation, not a fetch by a script. */
export function isNavigation({ method, headers }: FastifyRequest): boolean {
  return isRead(method) && (headers.accept ?? '').includes('text/html')
}

function isRead(method: string): boolean {
  return ['GET', 'HEAD'].includes(method)
}

/**
 * Serves the built page: its files, the document of each screen, and the not-found document for any other address that a browser navigates
 * to. Browsers cache assets for a year, because the names of assets contain a hash of the content.
 */
export async function servePage(
  server: FastifyInstance,
  { folder, screens }: BuiltPage,
  config: Config,
  sendNotFound: SendDocument,
): Promise<void> {
  await server.register(fastifyStatic, {
    root: folder,
    index: false,
    // One route per file, so that other addresses reach the not-found handler below.
    wildcard: false,
    // The compressed copies need no addresses, because `preCompressed` finds them beside the files.
    globIgnore: ['documents.json*', 'documents/**', '**/*.{br,gz}'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isAsset = path.startsWith(join(folder, 'assets'))
      response.setHeader('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const documents = documentsFolder(folder, config)
  const render = createDocumentRenderer(server, join(folder, '..', 'on-server'), {
    donationUrl: config.donationUrl ?? undefined,
    infoSiteUrl: config.infoSiteUrl ?? undefined,
    passkeys: passkeySiteOf(config) === null ? 'no' : 'yes',
  })
  const builtScreens = await Promise.all(
    Object.entries(screens).map(async ([pattern, { document, renderMode }]) => ({
      path: pathRegExp(pattern),
      document: await loadDocument(join(documents, document), config, renderMode),
      renderMode,
    })),
  )
  server.setNotFoundHandler(async (request, reply) => {
    const [requestedPath = ''] = request.url.split('?')
    const screen = isRead(request.method)
      ? builtScreens.find(({ path }) => path.test(requestedPath))
      : undefined
    if (screen !== undefined) {
      const rendered = request.method === 'GET' ? await render(request, screen.renderMode) : undefined
      if (rendered === 'redirect to login')
        return reply.header('cache-control', 'no-store').redirect(paths.loginThen(request.url))
      return screen.document.send(request, reply.code(200), rendered)
    }
    if (isNavigation(request)) return sendNotFound(request, reply)
    return sendFailure(reply, new Failure('not_found'))
  })
}

/** Returns a pattern that matches paths as the page's router does: case-insensitive, with an optional trailing slash. */
function pathRegExp(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(/:\w+/gu, '[^/]+').replace(/\/$/u, '')}/?$`, 'iu')
}

/** Returns the folder of the documents that were built for these settings. */
function documentsFolder(folder: string, { infoSiteUrl, donationUrl }: Config): string {
  const set = [infoSiteUrl !== null && 'info', donationUrl !== null && 'donation'].filter(Boolean)
  return join(folder, 'documents', set.join('-') || 'plain')
}
