import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { answerLinkRoutes } from './answer-links/routes.ts'
import { approvalRoutes } from './approval/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { availabilityRoutes } from './availability/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { serveCalendar, serveCalendarEvent } from './calendar/serve-calendar.ts'
import { type Config, isSecure } from './config.ts'
import type { Database } from './database/database.ts'
import { directoryRoutes } from './directory/routes.ts'
import { createGate, type GateBounds } from './http/admission-gate.ts'
import { checkOrigin } from './http/check-origin.ts'
import { failureOf, handleErrors, sendFailure } from './http/error-handler.ts'
import { Failure } from './http/failure.ts'
import { closeConnectionsWhenDraining, serveHealth } from './http/health.ts'
import { shedLoad } from './http/load-shedding.ts'
import { ignoreExpectHeader, requireOneHost, respondToMalformedRequests } from './http/malformed-requests.ts'
import { serveMetrics } from './http/metrics.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { serveOpenApi } from './http/open-api.ts'
import { requestIdOf } from './http/request-id.ts'
import { logResponses } from './http/request-log.ts'
import { securityHeaders, sendSecurityHeaders } from './http/security-headers.ts'
import { createNotFoundHandler, isNavigation, readPage, servePage } from './http/serve-page.ts'
import {
  normalizeForwardedAddresses,
  serveForwardedEndpoint,
  warnAboutUntrustedProxies,
} from './http/x-forwarded-for.ts'
import { type IdentityDependencies, identityDependencies } from './identity/action-types.ts'
import { isKnownBrowser } from './identity/known-devices.ts'
import { identityRoutes } from './identity/routes.ts'
import { lacksRequiredFactor } from './identity/second-factor/owner-requirement.ts'
import { callerLookup } from './identity/sessions.ts'
import { khutbahRoutes, serveSeasonFile } from './khutbahs/routes.ts'
import { serveMailbox } from './letters/mailbox.ts'
import { createChangeStreams, type StreamBounds } from './live/change-streams.ts'
import { liveRoutes } from './live/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { newsRoutes } from './news/routes.ts'
import { placeRoutes } from './places/routes.ts'
import type { ZipTable } from './places/zip-table.ts'
import { planRoutes } from './plans/routes.ts'
import { proposalRoutes } from './proposals/routes.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import { serveSchedule } from './schedule/serve-schedule.ts'
import { readStoredMetrics } from './stored-metrics.ts'
import type { Tracing } from './tracing/tracing.ts'
import { verseRoutes } from './verse/routes.ts'

/** Dependencies of the application. Tests replace single parts. */
export interface AppDependencies {
  readonly config: Config
  readonly database: Database
  readonly zips: ZipTable
  readonly log: FastifyBaseLogger
  readonly passwords: IdentityDependencies['passwords']
  /** Lists deleted accounts, so that restoring an older backup doesn't bring them back. */
  readonly deletions: IdentityDependencies['deletions']
  /** Folder of the built page; null to serve only the API. */
  readonly pageFolder: string | null
  /** Whether to compare every response with its contract, as tests do. */
  readonly checkResponses: boolean
  readonly gateBounds: GateBounds
  readonly streamBounds: StreamBounds
  /** Aborted when the server starts to shut down. */
  readonly draining: AbortSignal
  /** Undefined if tracing is off. */
  readonly tracing?: Tracing | undefined
}

/** Seconds in which a client must send its headers. */
const headersTimeout = 10
/** Seconds in which a client must send its whole request. */
const requestTimeout = 30

/**
 * Seconds between Node's checks for slow clients. The timeouts are reduced by this interval, because a check may find a client this long
 * after its timeout.
 */
const timeoutCheckInterval = 1

/** Bytes. */
const maxBodySize = 64 * 1024

/**
 * The maximum length of a path parameter, in characters: as long as the longest request line that Node accepts. So Fastify's router never
 * refuses a long id. Instead, the contract refuses it, with an error that names the field.
 */
const maxParamLength = 16 * 1024

/** Creates the HTTP application, not yet listening. */
export async function createApp(parts: AppDependencies): Promise<FastifyInstance> {
  const { config, database } = parts
  const page = parts.pageFolder === null ? null : await readPage(parts.pageFolder)
  const sendNotFound = page === null ? null : await createNotFoundHandler(page, config)
  const secure = isSecure(config)
  const headers = securityHeaders(config, page?.inline ?? { scripts: [], styles: [] })
  const server = Fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    bodyLimit: maxBodySize,
    trustProxy: config.trustProxy.length === 0 ? false : config.trustProxy,
    requestTimeout: (requestTimeout - timeoutCheckInterval) * 1_000,
    forceCloseConnections: 'idle',
    // Requests that arrive during the shutdown are still answered.
    return503OnClosing: false,
    // For a path that cannot be decoded, Fastify runs neither hooks nor the error handler. So this function sets the headers.
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...headers.defaults, 'x-request-id': request.id })
      if (sendNotFound !== null && isNavigation(request)) void sendNotFound(request, reply)
      else void sendFailure(reply, failureOf(error))
    },
    clientErrorHandler: respondToMalformedRequests(headers.defaults),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength },
    http: {
      headersTimeout: (headersTimeout - timeoutCheckInterval) * 1_000,
      connectionsCheckingInterval: timeoutCheckInterval * 1_000,
      // `requireOneHost` refuses requests without a Host header, with a failure of the contract.
      requireHostHeader: false,
    },
  })
  // Bodies must be JSON. Fastify would accept plain text, too.
  server.removeContentTypeParser('text/plain')
  handleErrors(server)
  ignoreExpectHeader(server)
  parts.tracing?.traceCalls(server)
  // Add this hook before the hooks that refuse requests, so that refusals also have the headers.
  sendSecurityHeaders(server, headers)
  logResponses(server)
  closeConnectionsWhenDraining(server, parts.draining)
  warnAboutUntrustedProxies(server)
  normalizeForwardedAddresses(server)
  requireOneHost(server)
  checkOrigin(server, secure)
  await shedLoad(server)
  await server.register(cookie)
  serveHealth(server, database, parts.draining)
  const gate = createGate({
    bounds: parts.gateBounds,
    connections: config.databaseConnections,
    secure,
    isKnownDevice: (device) => isKnownBrowser(database.db, device),
  })
  const streams = createChangeStreams({
    database,
    log: parts.log,
    bounds: parts.streamBounds,
    draining: parts.draining,
  })
  server.addHook('preClose', async () => streams.close())
  if (config.metricsToken !== null) {
    const readStored = () => readStoredMetrics(database.db)
    serveMetrics(server, { token: config.metricsToken, config, database, gate, streams, readStored })
    serveForwardedEndpoint(server, config.metricsToken)
  }

  const identity = identityDependencies(parts)
  const routes = [
    ...verseRoutes(),
    ...placeRoutes(parts.zips),
    ...identityRoutes(identity),
    ...memberRoutes(identity),
    ...directoryRoutes(parts),
    ...availabilityRoutes(parts.zips),
    ...khutbahRoutes(),
    ...planRoutes(),
    ...proposalRoutes(identity.limits),
    ...answerLinkRoutes,
    ...newsRoutes(parts.zips),
    ...approvalRoutes(identity.limits),
    ...auditRoutes(),
    ...calendarRoutes(config),
    ...scheduleRoutes(),
    ...liveRoutes(streams),
  ]
  mountRoutes(server, routes, {
    database,
    gate,
    findCaller: callerLookup(database),
    countCall: identity.limits.countCall,
    lacksRequiredFactor: (caller) => lacksRequiredFactor(database.db, config.ownersNeedSecondFactor, caller),
    secure,
    checkResponses: parts.checkResponses,
  })
  serveCalendar(server, { database, gate, config })
  serveCalendarEvent(server)
  serveSeasonFile(server)
  serveSchedule(server, { database, gate, config, sendNotFound })
  serveOpenApi(server)
  if (config.mailbox) serveMailbox(server, config.dataDir)
  if (page === null || sendNotFound === null) {
    server.setNotFoundHandler((_, reply) => sendFailure(reply, new Failure('not_found')))
  } else {
    await servePage(server, page, config, sendNotFound)
  }
  return server
}
