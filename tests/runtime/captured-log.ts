import type { Logger } from 'pino'
import { createLog } from '../../server/log.ts'

/** The product's log as it is at LOG_LEVEL=trace, kept. */
export interface CapturedLog {
  readonly log: Logger
  /** What was written until now, as it was written: a line for each record. */
  readonly lines: readonly string[]
}

export function captureLog(): CapturedLog {
  const lines: string[] = []
  return { log: createLog('trace', { write: (line) => void lines.push(line) }), lines }
}
