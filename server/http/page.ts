import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendFailure } from './errors.ts'
import { Failure } from './failure.ts'

/**
 * Serves the built page: its files, and for every other address that a browser navigates to the page itself, which
 * finds its screen by the address. The names of built assets carry a hash of what is in them, so they never change.
 */
export async function servePage(server: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'))
  await server.register(fastifyStatic, {
    root: folder,
    index: false,
    // A route for each file, so that every other address is the page's.
    wildcard: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isAsset = path.startsWith(join(folder, 'assets'))
      response.setHeader('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  server.setNotFoundHandler((request, reply) => {
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) && (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage) return sendFailure(reply, new Failure('not_found'))
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}
