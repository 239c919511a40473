import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actingUidIn } from '../../contract/acting-party.ts'
import { actingUidHeader } from '../../contract/client.ts'
import { paths } from '../../contract/screen-paths.ts'
import { isNavigation } from './serve-page.ts'

interface FileOfCall {
  /** The address of the file, with `:name` for each parameter. */
  readonly address: string
  /** The address of the call, a GET, for these parameters. */
  readonly callFor: (params: Readonly<Record<string, string>>) => string
  readonly contentType: string
  readonly fileName: string
}

/**
 * Serves the `file` that a call returns, at an address that a plain link can open. A link sends the session's cookie but no header, so its
 * query names the acting party. The call checks access and rate limits. If a browser opens the file as a document and the session has
 * ended, redirects to the login.
 */
export function serveFileOfCall(server: FastifyInstance, file: FileOfCall): void {
  server.get<{ Params: Record<string, string> }>(file.address, async (request, reply) => {
    const { headers, ip, id, params, url } = request
    const acting = actingUidIn(url)
    const response = await server.inject({
      method: 'GET',
      url: file.callFor(params),
      remoteAddress: ip,
      headers: {
        ...(headers.cookie !== undefined && { cookie: headers.cookie }),
        ...(acting !== null && { [actingUidHeader]: acting }),
        'x-request-id': id,
      },
    })
    reply.header('cache-control', 'private, no-store')
    if (isNotSignedIn(response) && isShownAsDocument(request)) return reply.redirect(loginFor(request))
    reply.code(response.statusCode)
    if (response.statusCode !== 200) return reply.type('application/json').send(response.body)
    return reply
      .type(file.contentType)
      .header('content-disposition', `attachment; filename="${file.fileName}"`)
      .send(response.json<{ file: string }>().file)
  })
}

function isNotSignedIn({
  statusCode,
  body,
}: {
  readonly statusCode: number
  readonly body: string
}): boolean {
  return statusCode === 401 && JSON.parse(body).code === 'not_signed_in'
}

/**
 * Whether the browser shows the response as a document. If a link has the attribute `download`, the browser saves the response as a file
 * instead. With a redirect, it would save the login page.
 */
function isShownAsDocument(request: FastifyRequest): boolean {
  return isNavigation(request) && ['document', undefined].includes(request.headers['sec-fetch-dest'])
}

/** Returns the address of the login, which leads back to the screen with the link, if the browser has sent the address of this screen. */
function loginFor({ headers: { referer = '' }, protocol, host }: FastifyRequest): string {
  const site = `${protocol}://${host}`
  if (!URL.canParse(referer) || new URL(referer).origin !== site) return paths.login
  const { pathname, search } = new URL(referer)
  return paths.loginThen(pathname + search)
}
