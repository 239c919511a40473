import { openEmbeddedDatabase } from '../../server/database/embedded/open-embedded.ts'
import { describeStartupError } from '../../server/startup-error.ts'

const doNothing = () => {}
/** A log that writes nothing. */
export const quietLog = { debug: doNothing, info: doNothing, warn: doNothing, error: doNothing }

/** Starts the embedded database of a folder, and stops it again. */
export async function openAndClose(dataDir: string): Promise<void> {
  const opened = await openEmbeddedDatabase({ dataDir, connections: 1, log: quietLog })
  await opened.close()
}

/** Returns the error message that the operator sees if `start` rejects. */
export function startupErrorMessage(start: Promise<unknown>): Promise<string> {
  return start.then(() => 'It started.', describeStartupError)
}
