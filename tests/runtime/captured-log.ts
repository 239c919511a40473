import type { Logger } from 'pino'
import { createLog } from '../../server/log.ts'

/** The product's log at LOG_LEVEL=trace, captured in memory. */
export interface CapturedLog {
  readonly log: Logger
  /** One unparsed JSON line for each record so far. */
  readonly lines: readonly string[]
}

export function captureLog(): CapturedLog {
  const lines: string[] = []
  return { log: createLog('trace', { write: (line) => void lines.push(line) }), lines }
}
