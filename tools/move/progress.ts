import type { NamedDatabase } from '../../server/database/move/connection.ts'
import type { Moved, Step } from '../../server/database/move/move.ts'
import { settingFor } from '../../server/database/move/state.ts'

const words: Readonly<Record<Step, string>> = {
  check: 'Checking both databases',
  'pause letters': 'Waiting for letters that are being sent',
  'close the source': 'Closing the old database to changes: servers answer them with 503 from now on',
  copy: 'Copying',
  decide: 'Every table has the same number of rows in both',
  'open the target': 'Opening the new database',
  'mark the source': 'Marking the old database as moved',
}

/** Tells the operator which step is made now. */
export function printStep(step: Step): void {
  console.log(`  ${words[step]}`)
}

/** What the operator reads when a move is complete: what was done, and what to do next. */
export function moveSummary({ rows, closedFor }: Moved, source: NamedDatabase, target: NamedDatabase): string {
  const copied =
    rows === undefined || closedFor === undefined
      ? 'The move is complete.'
      : `${rows} rows were moved. Changes were refused for ${(closedFor / 1_000).toFixed(1)} s until now, and are until the servers have restarted.`
  return `
${copied}
Next: ${settingFor(target.name)}, and restart every server.
${source.name} takes no more changes. Delete it once you have a backup of the new one.`
}
