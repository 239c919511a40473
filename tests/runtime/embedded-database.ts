import { openEmbedded } from '../../server/database/embedded/open-embedded.ts'
import { describeStartupError } from '../../server/startup-error.ts'

const quiet = () => {}
/** A log that writes nothing. */
export const quietLog = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** Starts the embedded database of a folder, and stops it again. */
export async function openAndClose(dataDir: string): Promise<void> {
  const opened = await openEmbedded({ dataDir, connections: 1, log: quietLog })
  await opened.close()
}

/** Returns the error message that the operator sees if `start` rejects. */
export function startupErrorMessage(start: Promise<unknown>): Promise<string> {
  return start.then(() => 'It started.', describeStartupError)
}
