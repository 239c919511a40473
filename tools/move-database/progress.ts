import type { NamedDatabase } from '../../server/database/move/connection.ts'
import type { MoveResult, Step } from '../../server/database/move/move.ts'
import { databaseSettingHint } from '../../server/database/move-state.ts'

const stepTexts: Readonly<Record<Step, string>> = {
  check: 'Checking both databases',
  'pause letters': 'Waiting for letters that are being sent',
  'close the source': 'Closing the old database to changes: from now on, servers answer changes with 503',
  copy: 'Copying',
  decide: 'Every table has the same number of rows in both databases',
  'open the target': 'Opening the new database',
  'mark the source': 'Marking the old database as moved',
}

/** Prints the current step for the operator. */
export function printStep(step: Step): void {
  console.log(`  ${stepTexts[step]}`)
}

/** Returns the report of a complete move, with the next steps for the operator. */
export function moveSummary(
  { rows, closedFor }: MoveResult,
  source: NamedDatabase,
  target: NamedDatabase,
): string {
  // Undefined if an earlier run, which was interrupted, has copied the rows or closed the source.
  const copied =
    rows === undefined || closedFor === undefined
      ? 'The move is complete.'
      : `${rows} rows were moved. Changes have been refused for ${(closedFor / 1_000).toFixed(1)} s, and will be until the servers have restarted.`
  return `
${copied}
Next: ${databaseSettingHint(target.name)}, and restart every server.
${source.name} accepts no more changes. Delete it after you have made a backup of the new one.`
}
