import type { TestProject } from 'vitest/node'
import { oldestPostgres } from '../../../server/database/requirements.ts'
import { startPostgres } from '../../../tools/postgres/cluster.ts'
import { findInstalledPostgres } from '../../../tools/postgres/installed-postgres.ts'

/** Starts a cluster of the oldest PostgreSQL that the product supports. Fails if that version is not installed. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = await findInstalledPostgres(oldestPostgres)
  if (programs === undefined) throw new Error(`PostgreSQL ${oldestPostgres} is not installed.`)
  const cluster = await startPostgres({ programs })
  project.provide('postgresCluster', cluster.url)
  return () => cluster.stop()
}
