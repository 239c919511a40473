import { median, type ReportMeasurement } from './report.ts'
import { type ServerOptions, startServer, withTemporaryFolder } from './server.ts'

/** Measures the seconds until a server listens: with PostgreSQL, with a new embedded database, and with an existing embedded database. */
export async function measureStartupTime(
  build: string,
  database: string,
  starts: number,
  report: ReportMeasurement,
): Promise<void> {
  const onPostgres: number[] = []
  const first: number[] = []
  const later: number[] = []
  for (let i = 0; i < starts; i += 1) {
    await withTemporaryFolder(async (folder) => {
      onPostgres.push(await startTime(build, { DATA_DIR: folder, DATABASE_URL: database }))
    })
    await withTemporaryFolder(async (folder) => {
      first.push(await startTime(build, { DATA_DIR: folder }))
      later.push(await startTime(build, { DATA_DIR: folder }))
    })
  }
  const figures = [
    { where: 'PostgreSQL', times: onPostgres, atMost: 1.5 },
    { where: 'embedded, first', times: first, atMost: 4 },
    { where: 'embedded, later', times: later, atMost: 2 },
  ]
  for (const { where, times, atMost } of figures) {
    report({
      what: `start, ${where}`,
      measured: `${median(times).toFixed(2)} s`,
      comparison: `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)} s`,
      result: median(times),
      unit: 's',
      bound: { atMost },
    })
  }
}

async function startTime(build: string, options: ServerOptions): Promise<number> {
  const begun = performance.now()
  const server = await startServer(build, options)
  const took = (performance.now() - begun) / 1_000
  await server.stop()
  return took
}
