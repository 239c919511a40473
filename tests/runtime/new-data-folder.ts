import { onTestFinished } from 'vitest'
import { makeDataFolder, removeFolder } from './data-folder.ts'

/** Makes a temporary folder for a server's DATA_DIR, and removes it when the test has finished. */
export async function newDataFolder(): Promise<string> {
  const folder = await makeDataFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}
