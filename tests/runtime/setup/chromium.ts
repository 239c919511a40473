import type { TestProject } from 'vitest/node'
import { findChromium } from '../../../tools/browser/chromium-program.ts'

/** Finds or gets the browser before the first test waits for it. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', await findChromium())
}
