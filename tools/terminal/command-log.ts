import { errorReason } from '../../server/error-reason.ts'
import type { Log } from '../../server/log.ts'

const ignore = () => {}

/**
 * The log of a command. Prints only errors, each in one line without its stack. Ignores warnings, such as a lost connection or a line of
 * PostgreSQL's log: if the command fails because of them, it explains that itself.
 */
export const commandLog: Log = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: (facts, message) =>
    console.error('err' in facts ? `${message}: ${errorReason(facts.err)}` : message),
}
