import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { checkForChanges } from '../contract/live.ts'
import type { ServerProcess } from '../tools/server/server-process.ts'
import { processorTime, pssMegabytes, sum } from './process-tree.ts'
import type { ReportMeasurement } from './report.ts'
import { khateebUidOf, tokenOf } from './seed.ts'
import type { Workload } from './workload.ts'

export const streamCount = 2_000

/** The number of the first masjid that has an open screen. The masjids with an open screen have no slots. */
const firstMasjidNumber = 5_001

/** The number of streams that are opened concurrently. */
const concurrency = 20

export const streamCallerEmails = Array.from(
  { length: streamCount },
  (_, i) => `masjid${firstMasjidNumber + i}@bench.minbar.example`,
)

/**
 * Measures the cost of 2,000 open screens while nothing changes: the processor time of the server and of PostgreSQL, and the memory of the
 * server. Each screen shows a khateeb.
 * @param postmaster the process id of PostgreSQL
 */
export async function measureStreams(
  server: ServerProcess,
  postmaster: number,
  { idleSeconds }: Workload,
  report: ReportMeasurement,
): Promise<void> {
  const processorTimes = async () => sum(await Promise.all([server.pid, postmaster].map(processorTime)))
  const usedIn = async (seconds: number) => {
    const before = await processorTimes()
    await pause(seconds * 1_000)
    return ((await processorTimes()) - before) / seconds
  }
  const alone = await usedIn(idleSeconds)
  const memoryBefore = await pssMegabytes(server.pid)
  const streams = await openStreams(server.url)
  try {
    const used = await usedIn(idleSeconds)
    const memory = (await pssMegabytes(server.pid)) - memoryBefore
    const ended = streams.filter((it) => it.destroyed || it.complete).length
    if (ended > 0) throw new Error(`${ended} streams ended.`)
    const what = `${streamCount.toLocaleString('en-US')} idle screens`
    report({
      what: `${what}, processor`,
      measured: percent(used),
      comparison: `without them ${percent(alone)}`,
      result: (used - alone) * 100,
      unit: '%',
      bound: { atMost: 10 },
    })
    report({
      what: `${what}, memory`,
      measured: `${(memoryBefore + memory).toFixed(0)} MB`,
      comparison: `without them ${memoryBefore.toFixed(0)} MB`,
      result: memory,
      unit: 'MB',
      bound: { atMost: 100 },
    })
  } finally {
    for (const stream of streams) stream.destroy()
  }
}

const percent = (part: number) => `${(part * 100).toFixed(1)} %`

async function openStreams(url: string): Promise<IncomingMessage[]> {
  const waiting = [...streamCallerEmails.entries()]
  const opened: IncomingMessage[] = []
  const openAll = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [number, email] = next
      opened.push(
        await openStream(
          `${url}${checkForChanges.path}?seconds=1&about=${khateebUidOf(1 + (number % 1_000))}`,
          email,
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: concurrency }, openAll))
  return opened
}

function openStream(url: string, email: string): Promise<IncomingMessage> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${tokenOf(email)}` }
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers }, (response) => {
      if (response.statusCode === 200) resolve(response.resume())
      else reject(new Error(`A stream was refused with ${response.statusCode}.`))
    }).on('error', reject)
  })
}
