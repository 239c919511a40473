import assert from 'node:assert'
import { withConnection } from '../tools/postgres/connections.ts'
import { captureChange } from './capture-change.ts'
import type { FloorSetUp } from './floor-server.ts'
import type { Load, LoadRequest, LoadResult } from './load-generator.ts'
import { readPendingRequests } from './pending-requests.ts'
import { median, type ReportLine, type ReportMeasurement } from './report.ts'
import { masjidUidOf, tokenOf, uidOfMasjidWithManySlots } from './seed.ts'
import { WorkerProcess } from './worker-process.ts'
import type { Workload } from './workload.ts'

/** The same number as the server's database connections, so that neither limits the other. */
const connections = 10

/** Masjid 501 has eight Fridays of two slots and no claims. Masjid 3,000 has no slots. */
const masjid = `/get_masjid_details/${masjidUidOf(501)}?khutbahs=8`
const emptyMasjid = `/get_masjid_details/${masjidUidOf(3_000)}?khutbahs=8`
const masjidWithManySlots = `/get_masjid_details/${uidOfMasjidWithManySlots}?khutbahs=8`

const reads = [
  { what: 'masjid details', path: emptyMasjid, atLeast: 0.6 },
  { what: 'details, 16 slots', path: masjid, atLeast: 0.6 },
  { what: 'nearby masjids', path: '/get_masjids?near=me&radius=30&limit=20', atLeast: 0.75 },
  { what: 'dashboard', path: '/users/me?invites=5&sentRequests=5', atLeast: 0.6 },
] as const

const approve = '/approve_request_full'

interface Targets {
  /** The product's database, and its copy for the floor's claims. No server sends letters from the copy. */
  readonly database: string
  readonly copy: string
  /** The URL of the product's server, which uses `database`. */
  readonly server: string
}

/** The number of claims that `measureRequests` needs. */
export function pendingRequestCount({ rounds, claims }: Workload): number {
  // One claim is captured, and one round is warm-up.
  return (rounds + 1) * claims + 1
}

/** Measures the requests per second of the product and of its floor (the baseline), in alternating rounds. */
export async function measureThroughput(
  targets: Targets,
  workload: Workload,
  report: ReportMeasurement,
): Promise<void> {
  const token = tokenOf('khateeb2@bench.minbar.example')
  const [first, ...claims] = await withConnection(targets.database, readPendingRequests)
  if (first === undefined) throw new Error('There are no claims.')
  const generator = new WorkerProcess<Load, LoadResult>('load-generator.ts')
  const floor = new WorkerProcess<FloorSetUp, number>('floor-server.ts')
  try {
    const mine = await withConnection(targets.copy, readPendingRequests)
    const floorPort = await floor.ask({
      readsAt: targets.database,
      changesAt: targets.copy,
      connections,
      change: await captureChange(targets.database, approve, first),
      changes: new Map(mine.map((claim) => [claim.body, claim.callValues])),
    })
    const floorUrl = `http://127.0.0.1:${floorPort}`
    const compare = (
      path: string,
      rounds: number,
      load: (round: number) => Pick<Load, 'seconds' | 'requests'>,
    ) => compared(generator, [targets.server + path, floorUrl + path], rounds, load)
    const warmUp = { requests: Array.from({ length: workload.warmUp }, () => ({ token })) }
    const load = { seconds: workload.seconds, requests: [{ token }] }

    for (const { what, path, atLeast } of reads) {
      await checkAnswers([targets.server + path, floorUrl + path], token)
      await compare(path, 1, () => warmUp)
      const comparison = await compare(path, workload.rounds, () => load)
      report({ what, ...comparison, unit: '×', bound: { atLeast } })
    }
    const few = [targets.server + masjidWithManySlots, targets.server + masjid] as const
    await compared(generator, few, 1, () => warmUp)
    report({
      what: 'details, 16 of 9,200 slots',
      ...(await compared(generator, few, workload.rounds, () => load, '16 of 16')),
      unit: '×',
      bound: { atLeast: 0.8 },
    })
    const perRound = (round: number): LoadRequest[] =>
      claims.slice(round * workload.claims, (round + 1) * workload.claims)
    await compare(approve, 1, () => ({ requests: perRound(workload.rounds) }))
    const claiming = await compare(approve, workload.rounds, (round) => ({ requests: perRound(round) }))
    await checkClaims(targets, claims.length)
    report({ what: 'claiming a slot', ...claiming, unit: '×', bound: { atLeast: 0.5 } })
  } finally {
    generator.stop()
    floor.stop()
  }
}

/** Loads two addresses alternately, changing which is first, and compares them round by round. */
async function compared(
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
  return {
    measured: `${Math.round(median(product))}/s`,
    comparison: `${comparison} ${Math.round(median(floor))}/s`,
    // Compares within each round, because the machine's other load changes between rounds.
    result: median(product.map((speed, round) => speed / (floor[round] ?? Number.NaN))),
  }
}

/** Asserts that product and floor both answer 200 with the same JSON, in any order of fields. */
async function checkAnswers(urls: readonly [string, string], token: string): Promise<void> {
  const [product, floor] = await Promise.all(
    urls.map(async (url): Promise<unknown> => {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
      return answer.json()
    }),
  )
  assert.deepStrictEqual(floor, product)
}

/** Asserts that both sides confirmed a khateeb and queued a letter for every claim. */
async function checkClaims({ database, copy }: Targets, claims: number): Promise<void> {
  const sides = [
    // The product's database also has the captured claim.
    { url: database, expected: claims + 1 },
    { url: copy, expected: claims },
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
        `Not every claim confirmed a khateeb and queued a letter: ${JSON.stringify(rows[0])} of ${expected}`,
      )
    }
  }
}
