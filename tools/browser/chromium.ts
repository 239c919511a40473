import { type Browser, chromium } from 'playwright-core'
import type { ChromiumProgram } from './chromium-program.ts'

const flags = [
  // Chromium's sandbox does not work as root. It is not needed here, because the browser only opens the product's pages on 127.0.0.1.
  '--no-sandbox',
  // Renders in software on every machine, with a GPU or without.
  '--disable-gpu',
  '--no-first-run',
  // These flags turn off Chromium's requests to Google, which would delay tests on a machine without a network.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Launches a headless browser. The caller must close it.
 * @param port remote debugging port on 127.0.0.1, for other programs that control the browser
 */
export function launchChromium(program: ChromiumProgram, port?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: program.path,
    args: port === undefined ? flags : [...flags, `--remote-debugging-port=${port}`],
    // The demo's accounts and those of most tests are in Michigan, so the browser has that time zone.
    env: { ...process.env, ...program.env, TZ: 'America/Detroit' },
  })
}
