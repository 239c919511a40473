import assert from 'node:assert'
import { withConnection } from '../tools/postgres/connections.ts'
import { captureChange } from './capture-change.ts'
import type { FloorSetUp } from './floor-server.ts'
import type { Load, LoadRequest, LoadResult } from './load-generator.ts'
import { readPendingRequests } from './pending-requests.ts'
import { median, quartiles, type ReportLine, type ReportMeasurement } from './report.ts'
import { masjidUidOf, tokenOf, uidOfMasjidWithManySlots } from './seed.ts'
import { WorkerProcess } from './worker-process.ts'
import type { Workload } from './workload.ts'

/** The number of concurrent requests. The server and the floor each have this many database connections. The server keeps two for jobs. */
const connections = 10

/**
 * The seconds of load on the product, and then on its floor, in a round of reads. The load of other programs changes from one second to the
 * next. So the two take turns quickly, and both get about the same share of the machine.
 */
const readSeconds = 0.25

/** Masjid 501 has eight Fridays of two slots, and no pending requests that the benchmark approves. */
const masjidPath = `/get_masjid_details/${masjidUidOf(501)}?khutbahs=8`
/** Masjid 3,000 has no slots. */
const emptyMasjidPath = `/get_masjid_details/${masjidUidOf(3_000)}?khutbahs=8`

const manySlotsPath = `/get_masjid_details/${uidOfMasjidWithManySlots}?khutbahs=8`

const reads = [
  { what: 'masjid details', path: emptyMasjidPath, atLeast: 0.6 },
  { what: 'details, 16 slots', path: masjidPath, atLeast: 0.6 },
  { what: 'nearby masjids', path: '/get_masjids?near=me&radius=30&limit=20', atLeast: 0.75 },
  { what: 'dashboard', path: '/users/me?invites=5&sentRequests=5', atLeast: 0.6 },
] as const

const approvePath = '/approve_request_full'

interface Targets {
  /** The product's database. */
  readonly database: string
  /** The copy of the database in which the floor makes its approvals. No server sends letters from the copy. */
  readonly copy: string
  /** The URL of the product's server. The server uses `database`. */
  readonly server: string
}

/** Returns the number of pending requests that `measureThroughput` approves. */
export function pendingRequestCount({ rounds, approvals }: Workload): number {
  // One approval is captured, and one round is warm-up.
  return (rounds + 1) * approvals + 1
}

/** Measures the requests per second of the product and of its floor (the baseline), in alternating rounds. */
export async function measureThroughput(
  targets: Targets,
  workload: Workload,
  report: ReportMeasurement,
): Promise<void> {
  const token = tokenOf('khateeb2@bench.minbar.example')
  const [first, ...approvals] = await withConnection(targets.database, readPendingRequests)
  if (first === undefined) throw new Error('There are no approvals.')
  const generator = new WorkerProcess<Load, LoadResult>('load-generator.ts')
  const floor = new WorkerProcess<FloorSetUp, number>('floor-server.ts')
  try {
    const mine = await withConnection(targets.copy, readPendingRequests)
    const floorPort = await floor.ask({
      readsAt: targets.database,
      changesAt: targets.copy,
      connections,
      change: await captureChange(targets.database, approvePath, first),
      changes: new Map(mine.map((approval) => [approval.body, approval.callValues])),
    })
    const floorUrl = `http://127.0.0.1:${floorPort}`
    const compare = (
      path: string,
      rounds: number,
      load: (round: number) => Pick<Load, 'seconds' | 'requests'>,
    ) => compareLoads(generator, [targets.server + path, floorUrl + path], rounds, load)
    const warmUp = { requests: Array.from({ length: workload.warmUp }, () => ({ token })) }
    const load = { seconds: readSeconds, requests: [{ token }] }

    for (const { what, path, atLeast } of reads) {
      await checkResponses([targets.server + path, floorUrl + path], token)
      await compare(path, 1, () => warmUp)
      const comparison = await compare(path, workload.readRounds, () => load)
      report({ what, ...comparison, unit: '×', bound: { atLeast } })
    }
    const few = [targets.server + manySlotsPath, targets.server + masjidPath] as const
    await compareLoads(generator, few, 1, () => warmUp)
    report({
      what: 'details, 16 of 9,200 slots',
      ...(await compareLoads(generator, few, workload.readRounds, () => load, '16 of 16')),
      unit: '×',
      bound: { atLeast: 0.8 },
    })
    const perRound = (round: number): LoadRequest[] =>
      approvals.slice(round * workload.approvals, (round + 1) * workload.approvals)
    await compare(approvePath, 1, () => ({ requests: perRound(workload.rounds) }))
    const approving = await compare(approvePath, workload.rounds, (round) => ({ requests: perRound(round) }))
    await checkApprovals(targets, approvals.length)
    report({ what: 'approving a request', ...approving, unit: '×', bound: { atLeast: 0.5 } })
  } finally {
    generator.stop()
    floor.stop()
  }
}

/** Sends requests to two URLs alternately, and compares the results of each round. The URL that comes first changes from round to round. */
async function compareLoads(
  generator: WorkerProcess<Load, LoadResult>,
  urls: readonly [string, string],
  rounds: number,
  load: (round: number) => Pick<Load, 'seconds' | 'requests'>,
  comparison = 'floor',
): Promise<Pick<ReportLine, 'measured' | 'comparison' | 'result'>> {
  const speeds: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { perSecond, failed } = await generator.ask({ url: urls[side], connections, ...load(round) })
      if (failed > 0) throw new Error(`${failed} requests to ${urls[side]} failed`)
      speeds[side].push(perSecond)
    }
  }
  const [product, floor] = speeds
  // The figures of one round are compared with each other, because other load on the machine changes between rounds.
  const ratios = product.map((speed, round) => speed / (floor[round] ?? Number.NaN))
  const [low, result, high] = quartiles(ratios)
  return {
    measured: `${Math.round(median(product))}/s`,
    // If the quartiles are far apart, other programs disturbed the measurement.
    comparison: `${comparison} ${Math.round(median(floor))}/s (quartiles ${low.toFixed(2)}× and ${high.toFixed(2)}×)`,
    result,
  }
}

/** Asserts that the product and the floor both respond with 200 and the same JSON. The order of fields may differ. */
async function checkResponses(urls: readonly [string, string], token: string): Promise<void> {
  const [product, floor] = await Promise.all(
    urls.map(async (url): Promise<unknown> => {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      if (response.status !== 200) throw new Error(`${url} responded with ${response.status}`)
      return response.json()
    }),
  )
  assert.deepStrictEqual(floor, product)
}

/** Asserts that each approval confirmed a khateeb and queued a letter, in both databases. */
async function checkApprovals({ database, copy }: Targets, approvals: number): Promise<void> {
  const sides = [
    // The product's database also has the captured approval.
    { url: database, expected: approvals + 1 },
    { url: copy, expected: approvals },
  ]
  for (const { url, expected } of sides) {
    const { rows } = await withConnection(url, (client) =>
      client.query<{ slots: number; letters: number }>(
        `select count(*)::int as slots, (select count(*)::int from letters where kind = 'request_approved') as letters
         from assignments a join slots s on s.id = a.slot_id where s.time = '13:00'`,
      ),
    )
    if (rows[0]?.slots !== expected || rows[0].letters !== expected) {
      throw new Error(
        `Not every approval confirmed a khateeb and queued a letter: ${JSON.stringify(rows[0])} of ${expected}`,
      )
    }
  }
}
