import { expect } from 'vitest'

/** The counts of the servers' duration histograms, by labels. */
type HistogramCounts = ReadonlyMap<string, number>

/** Selects calls by labels. An omitted label matches any value. */
interface CallFilter {
  readonly route?: string
  readonly status?: string
}

/** The METRICS_TOKEN of the measured servers. */
export const metricsToken = 'the-token-of-the-measurement-at-hand'

/** Returns the counts of the buckets of `minbar_call_seconds`, added up over all servers. */
async function readHistogram(urls: readonly string[]): Promise<HistogramCounts> {
  const counts = new Map<string, number>()
  for (const url of urls) {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    expect(response.status).toBe(200)
    for (const line of (await response.text()).split('\n')) {
      const [, labels, count] = /^minbar_call_seconds_bucket\{(.*)\} (\d+)$/u.exec(line) ?? []
      if (labels !== undefined) counts.set(labels, (counts.get(labels) ?? 0) + Number(count))
    }
  }
  return counts
}

/** Returns the durations of the calls that were made between two readings of the histogram. */
function durationsBetween(before: HistogramCounts, after: HistogramCounts, which: CallFilter) {
  const buckets = new Map<number, number>()
  for (const [labels, count] of after) {
    const label = (name: string) => new RegExp(`(?:^|,)${name}="([^"]*)"`, 'u').exec(labels)?.[1]
    if (which.route !== undefined && label('route') !== which.route) continue
    if (which.status !== undefined && label('status') !== which.status) continue
    const atMost = label('le') === '+Inf' ? Infinity : Number(label('le'))
    buckets.set(atMost, (buckets.get(atMost) ?? 0) + count - (before.get(labels) ?? 0))
  }
  const sorted = [...buckets].toSorted(([a], [b]) => a - b)
  const count = sorted.at(-1)?.[1] ?? 0
  return {
    count,
    /** Returns the quantile in seconds, interpolated between the histogram's buckets. NaN without calls. */
    quantile(share: number) {
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

/** Runs `work`. Returns a function that returns the durations of the calls during `work` that match a filter. */
export async function measureCalls(urls: readonly string[], work: () => Promise<void>) {
  const before = await readHistogram(urls)
  await work()
  const after = await readHistogram(urls)
  return (which: CallFilter) => durationsBetween(before, after, which)
}
