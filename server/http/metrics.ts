import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { freeSpace } from '../disk-space.ts'
import type { Gate } from './admission-gate.ts'
import { measureCalls } from './call-metrics.ts'
import { requireOperatorToken } from './operator-token.ts'

/** Metrics read from the database: the field of `StoredMetrics`, the name of the metric, and its help text. */
const storedMetrics = [
  ['waiting', 'minbar_letters_waiting', 'Unsent letters.'],
  ['failed', 'minbar_letters_failed', 'Letters given up in the last 24 hours.'],
  // In seconds, without letters held for a digest.
  ['oldest', 'minbar_letters_oldest_seconds', 'Age of the oldest unsent letter.'],
  // In seconds. If this grows, no process is sending letters, or letters are held since a restore.
  ['overdue', 'minbar_letters_overdue_seconds', 'How long the most overdue letter has been due.'],
  ['lettersHeld', 'minbar_letters_held', 'Letters held since a restore.'],
  // Unix time.
  [
    'lastBackup',
    'minbar_last_backup_timestamp_seconds',
    'When the last backup was made; 0: never, or in the future.',
  ],
] as const

export type StoredMetrics = Readonly<Record<(typeof storedMetrics)[number][0], number>>

interface MetricsParts {
  /** The bearer token that callers must send. */
  readonly token: string
  readonly config: Pick<Config, 'dataDir' | 'diskWarning'>
  readonly database: Database
  readonly gate: Gate
  readonly streams: { readonly count: () => number }
  readonly readStored: () => Promise<StoredMetrics>
}

/** Serves `/metrics` in the Prometheus format to callers with the operator's token. */
export function serveMetrics(server: FastifyInstance, parts: MetricsParts): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureCalls(server, registry, parts.gate)
  for (const [name, [help, read]] of Object.entries(readings(parts))) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await read())
        },
      }),
    )
  }
  const updateStored = registerStoredMetrics(registry, parts)
  server.get('/metrics', { onRequest: requireOperatorToken(parts.token) }, async (_, reply) => {
    await updateStored()
    const text = await registry.metrics()
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(text)
  })
}

type Reading = readonly [help: string, read: () => number | Promise<number>]

/** Returns the metrics that are read anew for each scrape. The keys are their names. */
function readings({ config, database: { pool }, gate, streams }: MetricsParts): Record<string, Reading> {
  return {
    minbar_calls_working: ['Running calls that the admission gate limits.', () => gate.counts().running],
    minbar_passwords_working: [
      'Running calls that verify or store a password.',
      () => gate.counts().withPasswords,
    ],
    minbar_streams: ['Open screens that get live updates.', () => streams.count()],
    minbar_disk_free_bytes: ['Free space on the file system of DATA_DIR.', () => freeSpace(config.dataDir)],
    minbar_disk_warning_bytes: ['Free space below which the log warns.', () => config.diskWarning],
    minbar_database_connections: ['Connections to the database.', () => pool.totalCount],
    minbar_database_idle: ['Idle connections to the database.', () => pool.idleCount],
    minbar_database_connections_at_most: [
      'Maximum number of connections (DATABASE_CONNECTIONS).',
      () => pool.options.max,
    ],
    minbar_database_waiting: ['Calls that wait for a connection.', () => pool.waitingCount],
  }
}

/**
 * Registers the metrics that are read from the database; returns a function that updates them. If the database is down, only these metrics
 * are left out, because operators need the other metrics most at that time.
 */
function registerStoredMetrics(registry: Registry, { readStored }: MetricsParts) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const up = gauge('minbar_database_up', 'Whether the database answers (1) or not (0).')
  const stored = storedMetrics.map(([field, name, help]) => ({ field, metric: gauge(name, help) }))
  return async () => {
    const values = await readStored().catch(() => undefined)
    up.set(values === undefined ? 0 : 1)
    for (const { field, metric } of stored) {
      if (values === undefined) metric.remove()
      else metric.set(values[field])
    }
  }
}
