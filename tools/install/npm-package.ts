import { join } from 'node:path'
import { createFolderAtomically } from '../build/atomic-folder.ts'
import { buildsFolder } from '../build/repository-paths.ts'
import { mustRun } from '../build/run-program.ts'

/**
 * Installs an exact version of a package that only some machines need, without adding it to package.json and without its install scripts.
 * Returns the folder of the package. Only the first call needs the network.
 */
export async function installPackage(name: string, version: string): Promise<string> {
  const folder = join(buildsFolder, 'tools', `${name.replace('/', '-')}-${version}`)
  await createFolderAtomically(folder, async (draft) => {
    const flags = ['--prefix', draft, '--no-save', '--no-package-lock', '--ignore-scripts']
    await mustRun('npm', ['install', ...flags, `${name}@${version}`], { cwd: draft })
  })
  return join(folder, 'node_modules', name)
}
