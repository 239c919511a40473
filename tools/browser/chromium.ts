import { type Browser, chromium } from 'playwright-core'
import type { ChromiumProgram } from './chromium-program.ts'

const flags = [
  // Chromium's sandbox does not work as root. The tools only open the product's pages on 127.0.0.1.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // These turn off Chromium's calls to Google, which would delay tests on a machine without a network.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Launches a headless browser, which the caller must close.
 * @param port remote debugging port on 127.0.0.1, for other programs that control the browser
 */
export function launchChromium(program: ChromiumProgram, port?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: program.path,
    args: port === undefined ? flags : [...flags, `--remote-debugging-port=${port}`],
    // The demo's accounts, and most of the tests', are in Michigan, and so are their browsers.
    env: { ...process.env, ...program.env, TZ: 'America/Detroit' },
  })
}
