import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, databaseNow } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { createChangeFeed } from './change-feed.ts'
import { hasChanged, type WatchedParties } from './changed-since.ts'
import { isPublic } from './public-events.ts'

/** The maximum numbers of open streams. */
export interface StreamBounds {
  /** Streams of one session in one process. A further stream ends the oldest, which may be one that the client has lost. */
  readonly perSession: number
  /** Streams of one person in one process, over all sessions. Here, too, a further stream ends the oldest. */
  readonly perPerson: number
  /** Streams of one process. A stream takes about 30 kB of memory. */
  readonly perProcess: number
}

export const streamBounds: StreamBounds = { perSession: 6, perPerson: 24, perProcess: 5_000 }

/** Milliseconds between two reads of the changes. */
const pollInterval = 1_000
/** Milliseconds between two checks for ended sessions. */
const sessionCheckInterval = 5_000
/** Milliseconds between two `alive` events. Shorter than the timeouts of usual proxies. nginx has the shortest: 60 s. */
const aliveInterval = 20_000

/** A stream with more unread bytes ends, because its client doesn't read. */
const maxUnreadBytes = 4_096

/** Server-sent events. The first is a comment, which makes the response begin. */
const events = { opened: ':\n\n', changed: 'data: changed\n\n', alive: 'event: alive\ndata\n\n' }

interface StreamParts {
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly bounds: StreamBounds
  /** When this signal is aborted, all streams end, and new ones are refused. */
  readonly draining: AbortSignal
}

interface Subscription extends WatchedParties {
  readonly personId: string
  readonly sessionId: string
}

interface OpenStream extends Subscription {
  readonly out: Readable
  writtenAt: number
}

export type ChangeStreams = ReturnType<typeof createChangeStreams>

/**
 * Creates the streams that tell open screens that something has changed. While a stream is open, one statement a second reads the changes
 * of all processes. Another statement, every five seconds, finds sessions that have ended, or whose person now has other parties.
 */
export function createChangeStreams({ database, log, bounds, draining }: StreamParts) {
  const feed = createChangeFeed(database)
  const streams = new Set<OpenStream>()
  let started: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let sessionsCheckedAt = 0
  let isClosed = false

  function send(stream: OpenStream, event: keyof typeof events): void {
    stream.writtenAt = performance.now()
    stream.out.push(events[event])
    if (stream.out.readableLength > maxUnreadBytes) stream.out.destroy()
  }

  function end(stream: OpenStream): void {
    streams.delete(stream)
    stream.out.push(null)
  }

  /** Ends the oldest matching streams, so that at most `limit` are open after a new stream opens. */
  function endOldest(matches: (stream: OpenStream) => boolean, limit: number): void {
    const matching = [...streams].filter(matches)
    for (const oldest of matching.slice(0, Math.max(0, matching.length + 1 - limit))) end(oldest)
  }

  async function pushChanges(): Promise<void> {
    const all = new Set<string>()
    const ofPublic = new Set<string>()
    for (const { event, masjidUid, khateebUid } of await feed.read()) {
      for (const [role, uid] of [
        ['masjid', masjidUid],
        ['khateeb', khateebUid],
      ] as const) {
        if (uid === null) continue
        all.add(uid)
        if (isPublic(event, role)) ofPublic.add(uid)
      }
    }
    if (all.size === 0) return
    for (const stream of streams) {
      if (stream.own.some((it) => all.has(it)) || stream.about.some((it) => ofPublic.has(it)))
        send(stream, 'changed')
    }
  }

  /**
   * Ends the streams whose session has ended or whose person has other parties now. In the second case, a stream first says `changed`,
   * and the client opens a new stream.
   */
  async function endWithSessions(): Promise<void> {
    const ids = new Set(Array.from(streams, (it) => it.sessionId))
    const rows = await database.db
      .selectFrom('sessions as s')
      .innerJoin('memberships as m', 'm.person_id', 's.person_id')
      .innerJoin('parties', 'parties.uid', 'm.party_uid')
      .where('parties.suspended_at', 'is', null)
      .select(['s.id as sessionId', 'm.party_uid as uid'])
      .where((eb) => eb('s.id', '=', eb.fn.any(eb.val([...ids]))))
      .where('s.expires_at', '>', databaseNow)
      .execute()
    const parties = new Map<string, Set<string>>()
    for (const { sessionId, uid } of rows) {
      parties.set(sessionId, (parties.get(sessionId) ?? new Set()).add(uid))
    }
    for (const stream of streams) {
      // The query did not include streams that opened in the meantime.
      if (!ids.has(stream.sessionId)) continue
      const own = parties.get(stream.sessionId) ?? new Set()
      if (own.size === stream.own.length && stream.own.every((it) => own.has(it))) continue
      if (own.size > 0) send(stream, 'changed')
      end(stream)
    }
  }

  async function poll(): Promise<void> {
    await pushChanges()
    const time = performance.now()
    if (time - sessionsCheckedAt >= sessionCheckInterval) {
      sessionsCheckedAt = time
      await endWithSessions()
    }
    for (const stream of streams) if (time - stream.writtenAt >= aliveInterval) send(stream, 'alive')
  }

  function pollLater(): void {
    timer = setTimeout(() => {
      poll()
        // The next poll continues where this one stopped, so no change is missed.
        .catch((error: unknown) => log.warn({ err: error }, 'open screens got no live updates; retrying'))
        .finally(() => {
          if (streams.size > 0) return pollLater()
          timer = undefined
          started = undefined
        })
    }, pollInterval).unref()
  }

  /** Starts polling unless it already runs. Every stream that is open when `start` resolves gets all later changes. */
  async function start(): Promise<void> {
    started ??= feed.start().catch((error: unknown) => {
      started = undefined
      throw error
    })
    await started
    if (timer === undefined) pollLater()
  }

  /** Ends all streams, and refuses new ones. */
  function close(): void {
    isClosed = true
    for (const stream of streams) end(stream)
  }
  draining.addEventListener('abort', close, { once: true })

  return {
    count: () => streams.size,
    close,
    /** Opens a stream. It begins with a `changed` if there was a change in the last `seconds`. */
    async open(subscription: Subscription, seconds: number): Promise<Readable> {
      if (isClosed || streams.size >= bounds.perProcess)
        throw new Failure('unavailable', { because: isClosed ? 'not_ready' : 'streams' })
      endOldest((it) => it.sessionId === subscription.sessionId, bounds.perSession)
      endOldest((it) => it.personId === subscription.personId, bounds.perPerson)
      const out = new Readable({ read: () => undefined })
      const stream: OpenStream = { ...subscription, out, writtenAt: 0 }
      out.once('close', () => streams.delete(stream))
      // Add the stream before `hasChanged` looks back, so that the poll or `hasChanged` finds each change.
      streams.add(stream)
      try {
        send(stream, 'opened')
        await start()
        const changed = await hasChanged(database.db, subscription, seconds)
        if (changed && streams.has(stream)) send(stream, 'changed')
      } catch (error) {
        out.destroy()
        throw error
      }
      return out
    },
  }
}
