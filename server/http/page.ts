import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import { sendFailure } from './errors.ts'
import { Failure } from './failure.ts'

/**
 * Serves the built page: its files, and for every other address that a browser navigates to the page itself, which
 * finds its screen by the address. The names of built assets carry a hash of what is in them, so they never change.
 */
export async function servePage(server: FastifyInstance, folder: string, config: Config): Promise<void> {
  const page = withSettings(await readFile(join(folder, 'index.html'), 'utf8'), config)
  await server.register(fastifyStatic, {
    root: folder,
    index: false,
    // A route for each file, so that every other address is the page's.
    wildcard: false,
    globIgnore: ['index.html'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isAsset = path.startsWith(join(folder, 'assets'))
      response.setHeader('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  // The front door is there for whoever knocks; an address that may be a call's only for browsers.
  server.get('/', (_, reply) => sendPage(reply))
  server.setNotFoundHandler((request, reply) => {
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) && (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage) return sendFailure(reply, new Failure('not_found'))
    return sendPage(reply)
  })
}

/** Writes into the page's head what it needs to know of the operator's settings. */
function withSettings(page: string, { donationUrl, infoSiteUrl }: Config): string {
  const settings = { 'minbar-donation-url': donationUrl, 'minbar-info-site-url': infoSiteUrl }
  return Object.entries(settings).reduce(
    (written, [name, value]) =>
      written.replace(
        `name="${name}" content=""`,
        () => `name="${name}" content="${attribute(value ?? '')}"`,
      ),
    page,
  )
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
