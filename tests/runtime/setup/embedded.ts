import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { makeFolder } from '../embedded-database.ts'

/**
 * Makes the embedded database that tests open copies of: making one takes five times as long as opening one. In a
 * process of its own, as Vitest's setup doesn't run as Node's own modules do.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeFolder()
  const template = join(folder, 'template')
  const entry = fileURLToPath(new URL('../make-embedded.ts', import.meta.url))
  await promisify(execFile)(process.execPath, ['--import', 'tsx', entry, template])
  project.provide('embeddedTemplate', template)
  return () => rm(folder, { recursive: true })
}
