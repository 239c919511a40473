import type { TestProject } from 'vitest/node'
import { findChromium } from '../../../tools/browser/chromium-program.ts'
import { writeFontConfig } from '../test-fonts.ts'

/** Finds or installs Chromium before the tests start, and sets the tests' fonts. */
export async function setup(project: TestProject): Promise<void> {
  const { path, env } = await findChromium()
  project.provide('chromium', { path, env: { ...env, ...(await writeFontConfig()) } })
}
