import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { normalizeSlug, schedulePath } from '../../contract/schedule.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Gate } from '../http/admission-gate.ts'
import { Failure } from '../http/failure.ts'
import { isNavigation } from '../http/serve-page.ts'
import { publicSchedule, scheduleAsJson } from './public-schedule.ts'
import { scheduleCalendar } from './schedule-calendar.ts'
import { type ScheduleView, schedulePage, scheduleStyle } from './schedule-page.ts'

interface ScheduleParts {
  readonly database: Database
  readonly gate: Gate
  readonly config: Pick<Config, 'publicUrl'>
  /** Sends the not-found document; null if the server has no pages. */
  readonly sendNotFound: ((request: FastifyRequest, reply: FastifyReply) => unknown) | null
}

interface ScheduleRequest {
  Params: { slug: string }
}

/** The Content-Security-Policy of the page. Any site may frame the page, which runs no scripts and loads no resources. */
const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(scheduleStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join(';')

/** In seconds. If a khateeb no longer wants his name public, the name disappears from caches after this time. */
const maxAge = 60

/**
 * Serves the published schedules of masjids: a page, the same page for frames in other sites, a poster to print, JSON, and a calendar. The
 * responses are the same for all callers: the session cookie is not read.
 */
export function serveSchedule(server: FastifyInstance, parts: ScheduleParts): void {
  const { database, gate, config, sendNotFound } = parts
  const serve = (path: string, withRemoved: boolean, send: (sent: ScheduleReply) => FastifyReply) =>
    server.get<ScheduleRequest>(`/schedule/:slug${path}`, (request, reply) =>
      gate.admit(request, async () => {
        const slug = normalizeSlug(request.params.slug)
        const schedule =
          slug === undefined ? undefined : await publicSchedule(database.db, slug, { withRemoved })
        if (slug === undefined || schedule === undefined) {
          if (sendNotFound !== null && isNavigation(request)) return sendNotFound(request, reply)
          throw new Failure('not_found')
        }
        const origin = config.publicUrl ?? `${request.protocol}://${request.host}`
        reply.header('cache-control', `public, max-age=${maxAge}`).removeHeader('x-frame-options')
        reply.header('cross-origin-resource-policy', 'cross-origin')
        return send({ reply, schedule, url: `${origin}${schedulePath(slug)}` })
      }),
    )
  serve('', false, pageSender('page'))
  serve('/embed', false, pageSender('embed'))
  serve('/poster', false, pageSender('poster'))
  serve('/khutbahs.json', false, ({ reply, schedule }) =>
    reply.header('access-control-allow-origin', '*').send(scheduleAsJson(schedule)),
  )
  serve('/khutbahs.ics', true, ({ reply, schedule, url }) =>
    reply.type('text/calendar; charset=utf-8').send(scheduleCalendar(schedule, url)),
  )
}

const pageSender = (view: ScheduleView) => (sent: ScheduleReply) =>
  sent.reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .send(schedulePage(sent.schedule, view, sent.url))

interface ScheduleReply {
  readonly reply: FastifyReply
  readonly schedule: NonNullable<Awaited<ReturnType<typeof publicSchedule>>>
  readonly url: string
}
