import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RenderMode } from '../../contract/rendered-screen.ts'
import type { Config } from '../config.ts'
import { loadDocument } from './html-document.ts'
import { sendFailure } from './error-handler.ts'
import { Failure } from './failure.ts'
import type { Inline } from './security-headers.ts'
import { createDocumentRenderer } from './render-document.ts'

interface BuiltScreen {
  /** The file of the document. */
  readonly document: string
  readonly renderMode: RenderMode
}

/** The built page, and what the build says of it. */
export interface BuiltPage {
  readonly folder: string
  /** By the patterns of the screens' addresses. */
  readonly screens: Readonly<Record<string, BuiltScreen>>
  /** The file of the document for every address where there is nothing. */
  readonly notFound: string
  /** What stands in the documents themselves, as a Content-Security-Policy names it. */
  readonly inline: Inline
}

/** Reads what the build says of the page in `folder`. */
export async function readPage(folder: string): Promise<BuiltPage> {
  return { folder, ...JSON.parse(await readFile(join(folder, 'documents.json'), 'utf8')) }
}

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The screen that says that there is nothing at the address: a 404. */
export async function notFoundSender({ folder, notFound }: BuiltPage, config: Config): Promise<Send> {
  const document = await loadDocument(join(documentsIn(folder, config), notFound), config)
  return (request, reply) => document.send(request, reply.code(404))
}

/** Whether a browser navigates, rather than a script or a program that asks. */
export function isNavigation({ method, headers }: FastifyRequest): boolean {
  return isRead(method) && (headers.accept ?? '').includes('text/html')
}

function isRead(method: string): boolean {
  return ['GET', 'HEAD'].includes(method)
}

/**
 * Serves the built page: its files, for each screen's address the document that the build made for it, and for every other
 * address that a browser navigates to the screen that says that there is nothing. The names of built assets carry a hash of
 * what is in them, so they never change.
 */
export async function servePage(
  server: FastifyInstance,
  { folder, screens }: BuiltPage,
  config: Config,
  sendNotFound: Send,
): Promise<void> {
  await server.register(fastifyStatic, {
    root: folder,
    index: false,
    // A route for each file, so that every other address is the page's.
    wildcard: false,
    globIgnore: ['documents.json*', 'documents/**'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isAsset = path.startsWith(join(folder, 'assets'))
      response.setHeader('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const documents = documentsIn(folder, config)
  const render = createDocumentRenderer(server, join(folder, '..', 'on-server'), {
    donationUrl: config.donationUrl ?? undefined,
    infoSiteUrl: config.infoSiteUrl ?? undefined,
  })
  const addresses = await Promise.all(
    Object.entries(screens).map(async ([pattern, { document, renderMode }]) => ({
      address: addressOf(pattern),
      document: await loadDocument(join(documents, document), config),
      renderMode,
    })),
  )
  server.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const screen = isRead(request.method) ? addresses.find(({ address }) => address.test(path)) : undefined
    if (screen !== undefined) {
      const answer = request.method === 'GET' ? await render(request, screen.renderMode) : undefined
      if (answer === 'redirect to login') return sendToLogin(request, reply)
      return screen.document.send(request, reply.code(200), answer)
    }
    if (isNavigation(request)) return sendNotFound(request, reply)
    return sendFailure(reply, new Failure('not_found'))
  })
}

/** As the page itself would, once its scripts have come (`loginThen` in web/app/paths.ts). */
function sendToLogin({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(`/login?next=${encodeURIComponent(url)}`)
}

/** Matches the paths of a pattern as the page's router does: in any case, and with or without a slash at the end. */
function addressOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(/:\w+/gu, '[^/]+').replace(/\/$/u, '')}/?$`, 'iu')
}

/** The folder of the documents that were made for these settings. */
function documentsIn(folder: string, { infoSiteUrl, donationUrl }: Config): string {
  const set = [infoSiteUrl !== null && 'info', donationUrl !== null && 'donation'].filter(Boolean)
  return join(folder, 'documents', set.join('-') || 'plain')
}
