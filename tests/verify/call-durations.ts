import { expect } from 'vitest'

/** How long calls took, as the server itself measured it. */
interface Durations {
  readonly count: number
  /** Seconds below which this share of the calls stayed, interpolated between the histogram's steps; NaN of no calls. */
  quantile(share: number): number
}

/** What the server's histogram has counted, to be compared with a later reading. */
type Reading = ReadonlyMap<string, number>

/** Which calls are meant; what is left out may be anything. */
interface Which {
  readonly route?: string
  readonly status?: string
}

/** The value of METRICS_TOKEN that servers of a measurement are given. */
export const metricsToken = 'the-token-of-the-measurement-at-hand'

/** Reads `minbar_call_seconds` of servers that share a load. */
async function readHistogram(urls: readonly string[]): Promise<Reading> {
  const counts = new Map<string, number>()
  for (const url of urls) {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    expect(answer.status).toBe(200)
    for (const line of (await answer.text()).split('\n')) {
      const [, labels, count] = /^minbar_call_seconds_bucket\{(.*)\} (\d+)$/u.exec(line) ?? []
      if (labels !== undefined) counts.set(labels, (counts.get(labels) ?? 0) + Number(count))
    }
  }
  return counts
}

/** The durations of the calls between two readings. */
function durationsBetween(before: Reading, after: Reading, which: Which): Durations {
  const steps = new Map<number, number>()
  for (const [labels, count] of after) {
    const label = (name: string) => new RegExp(`(?:^|,)${name}="([^"]*)"`, 'u').exec(labels)?.[1]
    if (which.route !== undefined && label('route') !== which.route) continue
    if (which.status !== undefined && label('status') !== which.status) continue
    const atMost = label('le') === '+Inf' ? Infinity : Number(label('le'))
    steps.set(atMost, (steps.get(atMost) ?? 0) + count - (before.get(labels) ?? 0))
  }
  const sorted = [...steps].toSorted(([a], [b]) => a - b)
  const count = sorted.at(-1)?.[1] ?? 0
  return {
    count,
    quantile(share) {
      const rank = share * count
      let below = { atMost: 0, count: 0 }
      for (const [atMost, upTo] of sorted) {
        if (upTo >= rank && upTo > 0) {
          const part = (rank - below.count) / (upTo - below.count || 1)
          return Number.isFinite(atMost) ? below.atMost + part * (atMost - below.atMost) : Infinity
        }
        below = { atMost, count: upTo }
      }
      return Number.NaN
    },
  }
}

/** Measures the calls to servers that share a load, while `work` runs. */
export async function measureCalls(
  urls: readonly string[],
  work: () => Promise<void>,
): Promise<(which: Which) => Durations> {
  const before = await readHistogram(urls)
  await work()
  const after = await readHistogram(urls)
  return (which) => durationsBetween(before, after, which)
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Three digits of a figure, as many as a measurement is worth. */
export const rounded = (value: number): number => Number(value.toPrecision(3))
