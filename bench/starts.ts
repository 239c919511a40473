import { median, type ReportLine } from './report.ts'
import { startServer, type Where, withTemporaryFolder } from './server.ts'

/** Measures the seconds until a started server listens: on PostgreSQL, on a new embedded database, and on an existing one. */
export async function measureStarts(build: string, database: string, starts: number): Promise<ReportLine[]> {
  const [onPostgres, first, later]: [number[], number[], number[]] = [[], [], []]
  for (let i = 0; i < starts; i += 1) {
    await withTemporaryFolder(async (folder) => {
      onPostgres.push(await startTime(build, { DATA_DIR: folder, DATABASE_URL: database }))
    })
    await withTemporaryFolder(async (folder) => {
      first.push(await startTime(build, { DATA_DIR: folder }))
      later.push(await startTime(build, { DATA_DIR: folder }))
    })
  }
  return [
    startLine('PostgreSQL', onPostgres, 1.5),
    startLine('embedded, first', first, 4),
    startLine('embedded, later', later, 2),
  ]
}

async function startTime(build: string, where: Where): Promise<number> {
  const begun = performance.now()
  const server = await startServer(build, where)
  const took = (performance.now() - begun) / 1_000
  await server.stop()
  return took
}

function startLine(what: string, times: readonly number[], atMost: number): ReportLine {
  return {
    what: `start, ${what}`,
    measured: `${median(times).toFixed(2)} s`,
    comparison: `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)} s`,
    result: median(times),
    unit: 's',
    bound: { atMost },
  }
}
