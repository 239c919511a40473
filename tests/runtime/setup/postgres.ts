import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../tools/postgres/cluster.ts'

/** Starts one PostgreSQL cluster for the whole test run, when the first project needs it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ('postgresCluster' in project.vitest.getProvidedContext()) return undefined
  const cluster = await startPostgres()
  project.vitest.provide('postgresCluster', cluster.url)
  return () => cluster.stop()
}
