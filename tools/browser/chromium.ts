import { type Browser, chromium } from 'playwright-core'
import type { ChromiumProgram } from './chromium-program.ts'

const flags = [
  // Root may not use the sandbox; what uses it opens nothing but the product's own pages on 127.0.0.1.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // Without these the browser calls its maker, and a test would wait for a network that may not be there.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Launches a headless browser from the program that `findChromium` found. The caller closes it. Another program may
 * drive it, too, where it is given a port of 127.0.0.1 for that.
 */
export function launchChromium(program: ChromiumProgram, port?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: program.path,
    args: port === undefined ? flags : [...flags, `--remote-debugging-port=${port}`],
    env: { ...definedEnv(), ...program.env },
  })
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
