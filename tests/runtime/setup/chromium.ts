import type { TestProject } from 'vitest/node'
import { findChromium } from '../../../tools/browser/chromium-program.ts'
import { testFonts } from '../fonts.ts'

/** Finds or installs the browser before the first test waits for it, and gives it the fonts of the tests. */
export async function setup(project: TestProject): Promise<void> {
  const { path, env } = await findChromium()
  project.provide('chromium', { path, env: { ...env, ...(await testFonts()) } })
}
