import { createClient } from '../contract/client.ts'
import { signIn } from '../contract/identity.ts'
import { fillDemo } from '../tools/demo/fill.ts'
import { demoPassword } from '../tools/demo/people.ts'
import { sampleKhateebs, sampleMasjids } from '../tools/demo/sample-people.ts'
import type { ServerProcess } from '../tools/server/server-process.ts'
import type { Load, LoadResult } from './load-generator.ts'
import { peakMemory, peakMemoryDuring } from './process-tree.ts'
import type { ReportLine } from './report.ts'
import { withServer } from './server.ts'
import { WorkerProcess } from './worker-process.ts'

const connections = 10
const signUps = 20

/**
 * Measures the peak memory of a server and its embedded PostgreSQL together under a mixed load: sign-ups, sign-ins, posts, proposals, reads
 * and opened screens. The figure is the PSS of all their processes. The line also shows the peak resident memory (VmHWM) of the server
 * alone, which is another measure.
 */
export async function measureMemoryWithEmbedded(build: string, seconds: number): Promise<ReportLine> {
  return withServer(build, undefined, async (server) => {
    const most = await peakMemoryDuring(server.pid, () => applyMixedLoad(server, seconds))
    const alone = await peakMemory(server.pid)
    return memoryLine('with its PostgreSQL', `server alone ${formatMegabytes(alone)}`, most, 400)
  })
}

/**
 * Measures a server's peak memory since the start of the server, before and after a mixed load. The server uses an external PostgreSQL,
 * and has already served the load of `measureThroughput`. The result has both figures, because only the mixed load has sign-ins, and
 * hashing a password takes 19 MiB.
 */
export async function measureMemoryWithPostgres(server: ServerProcess, seconds: number): Promise<ReportLine> {
  const before = await peakMemory(server.pid)
  await applyMixedLoad(server, seconds)
  return memoryLine(
    'external PostgreSQL',
    `no sign-ins ${formatMegabytes(before)}`,
    await peakMemory(server.pid),
    200,
  )
}

async function applyMixedLoad({ url }: ServerProcess, seconds: number): Promise<void> {
  const masjids = sampleMasjids().slice(0, signUps)
  const zipCodes = masjids.map((it) => it.zipCode)
  const khateebs = sampleKhateebs(signUps, zipCodes)
  const { masjids: entered } = await fillDemo(url, { masjids, khateebs }, { write: () => {} })
  const { token = '' } = await createClient({ baseUrl: url, fetch }).call(signIn, {
    email: khateebs[0]?.email ?? '',
    password: demoPassword,
  })
  const generator = new WorkerProcess<Load, LoadResult>('load-generator.ts')
  try {
    for (const path of [
      `/get_masjid_details/${entered[0]?.uid}`,
      '/get_masjids?near=me&limit=20',
      '/users/me?invites=5&sentRequests=5',
    ]) {
      await generator.ask({ url: url + path, connections, seconds, requests: [{ token }] })
    }
    const fromBrowser = { token, asBrowser: true }
    await generator.ask({ url: `${url}/dashboard`, connections, seconds, requests: [fromBrowser] })
    const body = JSON.stringify({ email: khateebs[0]?.email, password: demoPassword })
    const requests = Array.from({ length: 50 }, () => ({ token: '', body }))
    // Without `seconds`, each sign-in is made once.
    await generator.ask({ url: `${url}/identity/sign_in`, connections, requests })
  } finally {
    generator.stop()
  }
}

const formatMegabytes = (megabytes: number) => `${megabytes.toFixed(0)} MB`

function memoryLine(what: string, comparison: string, megabytes: number, atMost: number): ReportLine {
  return {
    what: `memory under load, ${what}`,
    measured: formatMegabytes(megabytes),
    comparison,
    result: megabytes,
    unit: 'MB',
    bound: { atMost },
  }
}
