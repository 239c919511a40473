import type { FastifyInstance } from 'fastify'
import { actingUidIn } from '../../contract/acting-party.ts'
import { actingUidHeader } from '../../contract/client.ts'

interface FileOfCall {
  /** The address of the file, with `:name` for each parameter. */
  readonly address: string
  /** The address of the call, a GET, for these parameters. */
  readonly callFor: (params: Readonly<Record<string, string>>) => string
  readonly contentType: string
  readonly fileName: string
}

/**
 * Serves the `file` in a call's answer at an address for plain links. A link sends the session's cookie but no header, so its query names
 * the acting party. The call checks access and rate limits.
 */
export function serveFileOfCall(server: FastifyInstance, file: FileOfCall): void {
  server.get<{ Params: Record<string, string> }>(file.address, async (request, reply) => {
    const { headers, ip, id, params, url } = request
    const acting = actingUidIn(url)
    const answer = await server.inject({
      method: 'GET',
      url: file.callFor(params),
      remoteAddress: ip,
      headers: {
        ...(headers.cookie !== undefined && { cookie: headers.cookie }),
        ...(acting !== null && { [actingUidHeader]: acting }),
        'x-request-id': id,
      },
    })
    reply.code(answer.statusCode).header('cache-control', 'private, no-store')
    if (answer.statusCode !== 200) return reply.type('application/json').send(answer.body)
    return reply
      .type(file.contentType)
      .header('content-disposition', `attachment; filename="${file.fileName}"`)
      .send(answer.json<{ file: string }>().file)
  })
}
