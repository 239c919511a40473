import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, databaseNow } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { createChangeFeed } from './change-feed.ts'
import { hasChanged, type WatchedAccounts } from './changed-since.ts'
import { isPublic } from './public-events.ts'

/** The most open streams. */
export interface StreamBounds {
  /** Of one session, in one process. A further stream ends the oldest, which may be one that the client has lost. */
  readonly perSession: number
  /** Of one person, in one process: of all sessions, for every party that the person acts for. A further one ends the oldest, too. */
  readonly perPerson: number
  /** Of one process. A stream takes about 30 kB. */
  readonly perProcess: number
}

export const streamBounds: StreamBounds = { perSession: 6, perPerson: 24, perProcess: 5_000 }

/** Milliseconds. */
const pollInterval = 1_000
const sessionCheckInterval = 5_000
/** Shorter than the timeouts of proxies, of which nginx's, 60 s, is the shortest that is usual. */
const aliveInterval = 20_000

/** Bytes that wait for a client which doesn't read. */
const maxUnread = 4_096

/** Server-sent events. The first is a comment, which makes the response begin. */
const events = { opened: ':\n\n', changed: 'data: changed\n\n', alive: 'event: alive\ndata\n\n' }

interface StreamParts {
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly bounds: StreamBounds
  /** Ends all streams, and refuses new ones. */
  readonly draining: AbortSignal
}

interface Subscription extends WatchedAccounts {
  readonly personId: string
  readonly sessionId: string
}

interface OpenStream extends Subscription {
  readonly out: Readable
  writtenAt: number
}

export type ChangeStreams = ReturnType<typeof createChangeStreams>

/**
 * The streams that tell open screens that something has changed. While there are any, one statement a second reads the changes of
 * all processes, and one in five seconds finds the sessions that have ended, or no longer act for their party.
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
    if (stream.out.readableLength > maxUnread) stream.out.destroy()
  }

  function end(stream: OpenStream): void {
    streams.delete(stream)
    stream.out.push(null)
  }

  /** Makes room for a further stream among those that are alike. */
  function endOldest(isAlike: (stream: OpenStream) => boolean, most: number): void {
    const alike = [...streams].filter(isAlike)
    for (const oldest of alike.slice(0, Math.max(0, alike.length + 1 - most))) end(oldest)
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
   * A member who was removed or added keeps the session, but with other parties. The client is told, and opens a stream for those.
   */
  async function endWithSessions(): Promise<void> {
    const ids = new Set(Array.from(streams, (it) => it.sessionId))
    const rows = await database.reader
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
      // Streams opened meanwhile were not asked about.
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
        // Without the database nothing changes. The feed continues where it was.
        .catch((error: unknown) =>
          log.warn({ err: error }, 'open screens were not told of changes; retrying'),
        )
        .finally(() => {
          if (streams.size > 0) return pollLater()
          timer = undefined
          started = undefined
        })
    }, pollInterval).unref()
  }

  /** Starts polling unless it runs. Changes since then reach every stream that is open by then. */
  async function start(): Promise<void> {
    started ??= feed.start().catch((error: unknown) => {
      started = undefined
      throw error
    })
    await started
    if (timer === undefined) pollLater()
  }

  function endAll(): void {
    isClosed = true
    for (const stream of streams) end(stream)
  }
  draining.addEventListener('abort', endAll, { once: true })

  return {
    count: () => streams.size,
    /** Ends all streams, and refuses new ones. */
    close: endAll,
    /** Opens a stream. It begins with a `changed` if there was a change in the last `seconds`. */
    async open(subscription: Subscription, seconds: number): Promise<Readable> {
      if (isClosed || streams.size >= bounds.perProcess)
        throw new Failure('unavailable', { because: isClosed ? 'not_ready' : 'streams' })
      endOldest((it) => it.sessionId === subscription.sessionId, bounds.perSession)
      endOldest((it) => it.personId === subscription.personId, bounds.perPerson)
      const out = new Readable({ read: () => undefined })
      const stream: OpenStream = { ...subscription, out, writtenAt: 0 }
      out.once('close', () => streams.delete(stream))
      // Before the look back, so that every change is found by one of the two.
      streams.add(stream)
      try {
        send(stream, 'opened')
        await start()
        const changed = await hasChanged(database.reader, subscription, seconds)
        if (changed && streams.has(stream)) send(stream, 'changed')
      } catch (error) {
        out.destroy()
        throw error
      }
      return out
    },
  }
}
