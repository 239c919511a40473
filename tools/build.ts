import { existsSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolderAtomically } from './build/atomic-folder.ts'
import { pruneBuilds, touchBuild } from './build/build-retention.ts'
import { compressFiles } from './build/compress.ts'
import { buildsFolder, packageProgram, repositoryFolder } from './build/repository-paths.ts'
import { mustRun } from './build/run-program.ts'
import { sourcesHash } from './build/sources-hash.ts'
import { explainUnwritableRepository } from './build/unwritable-repository.ts'
import { buildData } from './build-data.ts'

/**
 * Builds the current sources, unless they are already built. Returns the absolute path of the build's folder. The folder appears as a
 * whole, so concurrent processes can share a repository. In the folder, `server/main.js` is the entry of the server, and `web/` has the
 * page. Node finds packages in the `node_modules` of the repository. Rejects with the output of the tool that failed, or with
 * UnwritableRepositoryError.
 */
export async function ensureBuilt(): Promise<string> {
  try {
    const build = join(buildsFolder, sourcesHash(repositoryFolder))
    if (!existsSync(build)) {
      await createFolderAtomically(build, fillBuild)
      await pruneBuilds(buildsFolder)
    }
    await touchBuild(build)
    return build
  } catch (error) {
    throw explainUnwritableRepository(error)
  }
}

async function fillBuild(draft: string): Promise<void> {
  buildData()
  await waitForAll(buildServer(draft), buildPage(draft))
}

async function buildServer(draft: string): Promise<void> {
  const config = join('tools', 'build', 'server.config.ts')
  await mustRun(packageProgram('vite'), ['build', '--config', config, '--outDir', draft], {
    cwd: repositoryFolder,
  })
  await cp(join(repositoryFolder, 'server'), join(draft, 'server'), {
    recursive: true,
    filter: (path) => !/\.tsx?$|[/\\]tsconfig\.json$/u.test(path),
  })
  await writeFile(join(draft, 'package.json'), '{ "type": "module" }\n')
}

async function buildPage(draft: string): Promise<void> {
  const page = join(draft, 'web')
  const onServer = join(draft, 'on-server')
  const where = {
    cwd: join(repositoryFolder, 'web'),
    // A test runner sets NODE_ENV to "test", which would make Vite use the development build of React.
    env: { ...process.env, NODE_ENV: 'production' },
  }
  const build = ['build', '--emptyOutDir', '--outDir']
  await waitForAll(
    mustRun(packageProgram('vite'), [...build, page, '--manifest', 'manifest.json'], where),
    mustRun(packageProgram('vite'), [...build, onServer, '--ssr', 'entry-server.tsx', '--minify'], where),
  )
  const script = join(repositoryFolder, 'tools', 'build', 'prerender.ts')
  await mustRun(process.execPath, ['--import', 'tsx', script, page, onServer], where)
  await compressFiles(page)
}

/**
 * Waits for all promises, even if one rejects. Otherwise, another part could still write into the folder while the folder is being deleted.
 */
async function waitForAll(...parts: readonly Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(parts)) if (end.status === 'rejected') throw end.reason
}
