import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../../../tools/build.ts'

/** Builds the product for the tests that start it as a child process. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('build', await ensureBuilt())
}
