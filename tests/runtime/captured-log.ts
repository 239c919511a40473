import { createLog } from '../../server/log.ts'

/** Captures the product's log at LOG_LEVEL=trace in memory. `lines` has one unparsed JSON line for each record so far. */
export function captureLog() {
  const lines: string[] = []
  return { log: createLog('trace', { write: (line) => void lines.push(line) }), lines }
}
