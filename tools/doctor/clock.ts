import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Check } from './check.ts'
import { type Finding, findingsOf } from './finding.ts'

/** Milliseconds by which two clocks may differ: more is remarked on, and much more is wrong. */
const remarkedBeyond = 2_000
const wrongBeyond = 60_000

/** Milliseconds; this machine's timedatectl answers at once. */
const answersWithin = 3_000

/** This machine's clock agrees with the database's, by which Minbar judges what is past. */
export const checkDatabaseClock: Check = async ({ readDatabase }) => {
  const sent = Date.now()
  const { rows } = await readDatabase((tx) =>
    sql<{ now: Date; local: boolean }>`
      select clock_timestamp() as now, coalesce(inet_server_addr() << '127.0.0.0/8', true) as local`.execute(
      tx,
    ),
  )
  const [row] = rows
  if (row === undefined) return []
  const difference = Math.abs((sent + Date.now()) / 2 - row.now.getTime())
  const hint = row.local ? ' It runs on this machine, so they are one clock.' : ''
  return [judge('clock of database', "the database's", difference, hint)]
}

/** This machine's clock agrees with that of the public address, to a second. */
export const checkPublicClock: Check = async ({ publicResponse }) => {
  const date = (await publicResponse())?.headers['date']
  if (typeof date !== 'string') return []
  // The header has whole seconds.
  const difference = Math.max(0, Math.abs(Date.now() - Date.parse(date)) - 1_000)
  return [judge('clock of PUBLIC_URL', 'that of PUBLIC_URL', difference)]
}

function judge(check: string, whose: string, difference: number, hint = ''): Finding {
  const { ok, warning, wrong } = findingsOf(check)
  const seconds = (difference / 1_000).toFixed(1)
  if (difference <= remarkedBeyond) {
    return ok(`This machine's clock and ${whose} differ by ${seconds} seconds.${hint}`)
  }
  const verdict = difference <= wrongBeyond ? warning : wrong
  return verdict(
    `This machine's clock and ${whose} differ by ${seconds} seconds: let both be set by NTP (timedatectl set-ntp true).`,
  )
}

/** The system keeps this machine's clock right by NTP. */
export const checkNetworkTime: Check = async () => {
  const { ok, warning } = findingsOf('clock by NTP')
  const asked = promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    timeout: answersWithin,
  })
  const answer = await asked.then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  )
  if (answer === 'yes') return [ok("NTP keeps this machine's clock right.")]
  if (answer === 'no') {
    return [warning("Nothing keeps this machine's clock right: timedatectl set-ntp true turns NTP on.")]
  }
  return [
    ok('Whether NTP keeps the clock right could not be seen: this machine has no timedatectl that answers.'),
  ]
}
