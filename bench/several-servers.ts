import { type PostgresCluster, startPostgres, startStandby } from '../tools/postgres/cluster.ts'
import { urlOf, withConnection } from '../tools/postgres/connections.ts'
import { installedPgBouncer, type PgBouncer, startPgBouncer } from '../tools/postgres/pgbouncer.ts'
import type { ServerProcess } from '../tools/server/server-process.ts'
import { formatTable } from '../tools/terminal/table.ts'
import { createDatabase, postmasterPid } from './databases.ts'
import type { Load, LoadResult } from './load-generator.ts'
import { type PendingRequest, readPendingRequests } from './pending-requests.ts'
import { processorTime, pssMegabytes, sum } from './process-tree.ts'
import { measureReplicationDelay } from './replication-delay.ts'
import { median } from './report.ts'
import {
  addKhateebsAndFridays,
  addMasjids,
  addPendingRequests,
  masjidUidOf,
  openSessions,
  tokenOf,
} from './seed.ts'
import { startServer, withTemporaryFolder } from './server.ts'
import { WorkerProcess } from './worker-process.ts'
import { defaultMasjidCount, type Workload } from './workload.ts'

/** A configuration to measure: how many server processes use the primary, and how many read from the standby. */
interface Topology {
  readonly what: string
  readonly servers: number
  readonly readers: number
  /** Whether the servers connect without a pooler. Without a pooler, they use prepared statements. */
  readonly isDirect?: boolean
}

const topologies: readonly Topology[] = [
  { what: 'one server, no pooler', servers: 1, readers: 0, isDirect: true },
  { what: 'one server', servers: 1, readers: 0 },
  { what: 'two', servers: 2, readers: 0 },
  { what: 'four', servers: 4, readers: 0 },
  { what: 'two, one on a replica', servers: 1, readers: 1 },
]

/** The total number of the callers' connections. */
const connectionCount = 20
/** The number of each pooler's connections to its database. */
const poolSize = 10

/** Masjid 501 has eight Fridays of two slots, and no pending requests that the benchmark approves. */
const path = `/get_masjid_details/${masjidUidOf(501)}?khutbahs=8`

const approvePath = '/approve_request_full'

/**
 * Measures the throughput of each configuration and its processor time per request. On a machine with few processors, the processor time
 * says more, because the load and the database use the same processors.
 */
export async function measureSeveralServers(build: string, workload: Workload): Promise<string> {
  if (installedPgBouncer === undefined) throw new Error('PgBouncer is not installed on this machine.')
  const primary = await startPostgres({ durable: true })
  let standby: PostgresCluster | undefined
  const poolers: PgBouncer[] = []
  try {
    const database = await createDatabase(primary.url, 'usual', async (client) => {
      await addMasjids(client, 1, defaultMasjidCount)
      await addKhateebsAndFridays(client)
      await addPendingRequests(client, topologies.length * workload.approvals)
      await openSessions(client)
    })
    await primary.shutDown()
    standby = await startStandby(primary)
    const replica = urlOf(standby.url, 'usual')
    for (const url of [database, replica]) {
      poolers.push(await startPgBouncer(installedPgBouncer, url, poolSize))
    }
    const [toPrimary, toReplica] = poolers.map((it) => it.url)
    const urls = { direct: database, pooled: toPrimary ?? '', replica: toReplica ?? '' }
    const databasePids = [
      poolers.map((it) => it.pid),
      await Promise.all([primary, standby].map(postmasterPid)),
    ]
    const approvals = await withConnection(database, readPendingRequests)
    const rows: string[][] = []
    for (const [number, topology] of topologies.entries()) {
      const mine = approvals.slice(number * workload.approvals, (number + 1) * workload.approvals)
      rows.push(
        await withServers(build, topology, urls, (servers) =>
          measure(topology, servers, databasePids, mine, workload),
        ),
      )
    }
    return `${formatTable(head, rows)}\n\nA replica shows a change ${await measureReplicationDelay(database, replica)} after its commit.`
  } finally {
    for (const pooler of poolers) await pooler.stop()
    await standby?.stop()
    await primary.stop()
  }
}

const head = [
  'servers',
  'reads a second',
  'CPU time per read: servers',
  'poolers',
  'PostgreSQL',
  'changes a second',
  'CPU time per change: servers',
  'poolers',
  'PostgreSQL',
  'memory of the servers',
]

interface Servers {
  readonly ofPrimary: readonly ServerProcess[]
  readonly ofReplica: readonly ServerProcess[]
}

/**
 * Measures reads on all servers at the same time, and changes on the servers that use the primary.
 * @param databasePids the process ids of the poolers, and those of PostgreSQL
 */
async function measure(
  { what }: Topology,
  { ofPrimary, ofReplica }: Servers,
  databasePids: readonly (readonly number[])[],
  approvals: readonly PendingRequest[],
  workload: Workload,
): Promise<string[]> {
  const all = [...ofPrimary, ...ofReplica]
  const parts = [all.map((it) => it.pid), ...databasePids]
  const reader = { token: tokenOf('khateeb2@bench.minbar.example') }
  const warmUp = { requests: Array.from({ length: workload.warmUp }, () => reader) }
  await loadAll(all, path, () => warmUp)
  const reads: Cost[] = []
  for (let round = 0; round < workload.rounds; round += 1) {
    const load = { seconds: workload.seconds, requests: [reader] }
    reads.push(await costOf(parts, () => loadAll(all, path, () => load)))
  }
  const change = (mine: readonly PendingRequest[]) =>
    loadAll(ofPrimary, approvePath, (server) => ({
      requests: mine.filter((_, approval) => approval % ofPrimary.length === server),
    }))
  // The first half of the approvals warms up the servers.
  const half = approvals.length / 2
  await change(approvals.slice(0, half))
  const changes = await costOf(parts, () => change(approvals.slice(half)))
  const memory = await Promise.all(all.map((it) => pssMegabytes(it.pid)))
  return [what, ...cells(medianCost(reads)), ...cells(changes), `${sum(memory).toFixed(0)} MB`]
}

/** The throughput of a load, and the processor time per request. */
interface Cost {
  readonly perSecond: number
  /** Microseconds of processor time per request, for the servers, the poolers and PostgreSQL. */
  readonly parts: readonly number[]
}

async function costOf(
  parts: readonly (readonly number[])[],
  work: () => Promise<{ readonly perSecond: number; readonly requests: number }>,
): Promise<Cost> {
  const processorTimes = () =>
    Promise.all(parts.map(async (pids) => sum(await Promise.all(pids.map((pid) => processorTime(pid))))))
  const before = await processorTimes()
  const { perSecond, requests } = await work()
  const after = await processorTimes()
  return { perSecond, parts: after.map((time, part) => ((time - (before[part] ?? 0)) / requests) * 1e6) }
}

/** Sends requests to all servers at the same time. Each server gets the same number of connections. */
async function loadAll(
  servers: readonly ServerProcess[],
  address: string,
  loadOf: (server: number) => Pick<Load, 'seconds' | 'requests'>,
): Promise<{ readonly perSecond: number; readonly requests: number }> {
  const connections = Math.max(1, Math.floor(connectionCount / servers.length))
  const results = await Promise.all(
    servers.map(async ({ url }, number) => {
      const generator = new WorkerProcess<Load, LoadResult>('load-generator.ts')
      try {
        return await generator.ask({ url: url + address, connections, ...loadOf(number) })
      } finally {
        generator.stop()
      }
    }),
  )
  const failed = sum(results.map((it) => it.failed))
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return {
    perSecond: sum(results.map((it) => it.perSecond)),
    requests: sum(results.map((it) => it.responses)),
  }
}

async function withServers<T>(
  build: string,
  { servers, readers, isDirect = false }: Topology,
  urls: { readonly direct: string; readonly pooled: string; readonly replica: string },
  work: (servers: Servers) => Promise<T>,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const begin = (DATABASE_URL: string) =>
      startServer(build, {
        DATA_DIR: folder,
        DATABASE_URL,
        ...(!isDirect && { DATABASE_POOLER: 'transaction' }),
      })
    const ofPrimary: ServerProcess[] = []
    const ofReplica: ServerProcess[] = []
    try {
      for (let i = 0; i < servers; i += 1) ofPrimary.push(await begin(isDirect ? urls.direct : urls.pooled))
      for (let i = 0; i < readers; i += 1) ofReplica.push(await begin(urls.replica))
      return await work({ ofPrimary, ofReplica })
    } finally {
      for (const server of [...ofPrimary, ...ofReplica]) await server.stop()
    }
  })
}

function medianCost(costs: readonly Cost[]): Cost {
  return {
    perSecond: median(costs.map((it) => it.perSecond)),
    parts: [0, 1, 2].map((part) => median(costs.map((it) => it.parts[part] ?? Number.NaN))),
  }
}

function cells({ perSecond, parts }: Cost): string[] {
  return [perSecond.toFixed(0), ...parts.map((it) => `${it.toFixed(0)} µs`)]
}
