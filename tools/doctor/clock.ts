import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { type Check, type CheckResult, failed, ok, warning } from './check.ts'

/** Milliseconds by which two clocks may differ before a warning, and before an error. */
const warnBeyond = 2_000
const errorBeyond = 60_000

/** Milliseconds. */
const timedatectlTimeout = 3_000

/** Checks this machine's clock against the database's, which decides what is past. */
export const checkDatabaseClock: Check = async ({ readDatabase }) => {
  const sent = Date.now()
  const { now, local } = await readDatabase((tx) =>
    tx
      .selectNoFrom([
        sql<Date>`clock_timestamp()`.as('now'),
        sql<boolean>`coalesce(inet_server_addr() << '127.0.0.0/8', true)`.as('local'),
      ])
      .executeTakeFirstOrThrow(),
  )
  const difference = Math.abs((sent + Date.now()) / 2 - now.getTime())
  const hint = local ? ' The database runs on this machine, so they are the same clock.' : ''
  return judge("the database's", difference, hint)
}

/** Checks this machine's clock against that of PUBLIC_URL, to a second. */
export const checkClockOfPublicUrl: Check = async ({ publicResponse }) => {
  const date = (await publicResponse())?.headers['date']
  if (typeof date !== 'string') return []
  // The Date header has whole seconds.
  const difference = Math.max(0, Math.abs(Date.now() - Date.parse(date)) - 1_000)
  return judge('that of PUBLIC_URL', difference)
}

function judge(otherClock: string, difference: number, hint = ''): CheckResult {
  const seconds = (difference / 1_000).toFixed(1)
  if (difference <= warnBeyond) {
    return ok(`This machine's clock and ${otherClock} differ by ${seconds} seconds.${hint}`)
  }
  const verdict = difference <= errorBeyond ? warning : failed
  return verdict(
    `This machine's clock and ${otherClock} differ by ${seconds} seconds: synchronize both by NTP (timedatectl set-ntp true).`,
  )
}

/** Checks that NTP synchronizes this machine's clock. */
export const checkNetworkTime: Check = async () => {
  const output = promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    timeout: timedatectlTimeout,
  })
  const answer = await output.then(({ stdout }) => stdout.trim()).catch(() => 'unknown')
  if (answer === 'yes') return ok("NTP synchronizes this machine's clock.")
  if (answer === 'no') {
    return warning("This machine's clock is not synchronized by NTP: run timedatectl set-ntp true.")
  }
  return ok('Unknown whether NTP synchronizes the clock: timedatectl does not answer on this machine.')
}
