import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { freeSpace } from '../disk-space.ts'
import type { Gate } from './admission-gate.ts'
import { measureCalls } from './call-metrics.ts'
import { requireOperatorToken } from './operator-token.ts'

/** Outbox metrics. */
export interface OutboxCounts {
  /** Unsent letters. */
  readonly waiting: number
  /** Age in seconds of the oldest unsent letter, without those held for a digest. */
  readonly oldest: number
  /** Seconds since the most overdue letter was due. If this grows, no process is sending letters. */
  readonly overdue: number
  /** Letters given up in the last 24 hours. */
  readonly failed: number
}

/** Metrics read from the database. */
interface Stored extends OutboxCounts {
  /** Letters held since a restore. */
  readonly lettersHeld: number
  /** Unix time of the last complete backup; 0 if there is none. */
  readonly lastBackup: number
}

interface MetricsParts {
  /** The bearer token that callers must send. */
  readonly token: string
  readonly config: Pick<Config, 'dataDir' | 'diskWarning'>
  readonly database: Database
  readonly gate: Gate
  readonly readStored: () => Promise<Stored>
}

/** Serves `/metrics` in the Prometheus format to callers with the operator's token. */
export function serveMetrics(server: FastifyInstance, parts: MetricsParts): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const updateCallGauges = measureCalls(server, registry, parts.gate)
  const updateDiskGauges = measureDisk(registry, parts.config)
  const updateDatabaseGauges = measureDatabase(registry, parts)
  server.get('/metrics', { onRequest: requireOperatorToken(parts.token) }, async (_, reply) => {
    await Promise.all([updateDatabaseGauges(), updateDiskGauges()])
    updateCallGauges()
    const text = await registry.metrics()
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(text)
  })
}

/** Registers the disk gauges; returns a function that updates them. */
function measureDisk(registry: Registry, { dataDir, diskWarning }: MetricsParts['config']) {
  const registers = [registry]
  const free = new Gauge({
    name: 'minbar_disk_free_bytes',
    help: 'Free space on the file system of DATA_DIR.',
    registers,
  })
  const warning = new Gauge({
    name: 'minbar_disk_warning_bytes',
    help: 'Free space below which the log warns.',
    registers,
  })
  warning.set(diskWarning)
  return async () => free.set(await freeSpace(dataDir))
}

/**
 * Registers the database gauges; returns a function that updates them. If the database is down, only its stored metrics are
 * left out, because operators need the others most at that time.
 */
function measureDatabase(registry: Registry, { database: { pool }, readStored }: MetricsParts) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const up = gauge('minbar_database_up', 'Whether the database answers (1) or not (0).')
  const connections = gauge('minbar_database_connections', 'Connections to the database.')
  const idle = gauge('minbar_database_idle', 'Idle connections to the database.')
  const atMost = gauge(
    'minbar_database_connections_at_most',
    'Maximum number of connections (DATABASE_CONNECTIONS).',
  )
  const waiting = gauge('minbar_database_waiting', 'Calls that wait for a connection.')
  const stored: readonly (readonly [keyof Stored, Gauge])[] = [
    ['waiting', gauge('minbar_letters_waiting', 'Unsent letters.')],
    ['failed', gauge('minbar_letters_failed', 'Letters given up in the last 24 hours.')],
    ['oldest', gauge('minbar_letters_oldest_seconds', 'Age of the oldest unsent letter.')],
    ['overdue', gauge('minbar_letters_overdue_seconds', 'How long the most overdue letter has been due.')],
    ['lettersHeld', gauge('minbar_letters_held', 'Letters held since a restore.')],
    ['lastBackup', gauge('minbar_last_backup_timestamp_seconds', 'When the last backup was made; 0: never.')],
  ]
  return async () => {
    const values = await readStored().catch(() => undefined)
    up.set(values === undefined ? 0 : 1)
    connections.set(pool.totalCount)
    idle.set(pool.idleCount)
    atMost.set(pool.options.max)
    waiting.set(pool.waitingCount)
    for (const [name, metric] of stored) {
      if (values === undefined) metric.remove()
      else metric.set(values[name])
    }
  }
}
