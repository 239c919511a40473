import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { type Check, type CheckResult, failed, ok, warning } from './check.ts'

/** The difference between two clocks, in milliseconds, above which the doctor warns. */
const warningDifference = 2_000
/** The difference above which the doctor reports an error. */
const errorDifference = 60_000

/** The timeout of timedatectl, in milliseconds. */
const timedatectlTimeout = 3_000

/** Compares this machine's clock with the database's clock, which decides whether a slot is past. */
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

/** Compares this machine's clock with that of PUBLIC_URL, with a precision of one second. */
export const checkClockOfPublicUrl: Check = async ({ publicResponse }) => {
  const date = (await publicResponse())?.headers['date']
  if (typeof date !== 'string') return []
  // The Date header has only whole seconds.
  const difference = Math.max(0, Math.abs(Date.now() - Date.parse(date)) - 1_000)
  return judge('that of PUBLIC_URL', difference)
}

function judge(otherClock: string, difference: number, hint = ''): CheckResult {
  const seconds = (difference / 1_000).toFixed(1)
  if (difference <= warningDifference) {
    return ok(`This machine's clock and ${otherClock} differ by ${seconds} seconds.${hint}`)
  }
  const verdict = difference <= errorDifference ? warning : failed
  return verdict(
    `This machine's clock and ${otherClock} differ by ${seconds} seconds: synchronize both by NTP (timedatectl set-ntp true).`,
  )
}

/** Checks that NTP keeps the clock of this machine right. */
export const checkNetworkTime: Check = async () => {
  const output = promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    timeout: timedatectlTimeout,
  })
  const synchronized = await output.then(({ stdout }) => stdout.trim()).catch(() => 'unknown')
  if (synchronized === 'yes') return ok("NTP synchronizes this machine's clock.")
  if (synchronized === 'no') {
    return warning("This machine's clock is not synchronized by NTP: run timedatectl set-ntp true.")
  }
  return ok('Unknown whether NTP synchronizes the clock: timedatectl does not answer on this machine.')
}
