import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const buildNamePattern = /^[0-9a-f]{16}$/u
const draftNamePattern = /^[0-9a-f]{16}\.draft-/u
const keptBuildCount = 4
/** The milliseconds after which an unfinished build is regarded as left behind by a killed process. No build takes this long. */
const maxDraftAge = 60 * 60 * 1000

/** Records that a process uses a build. `pruneBuilds` keeps the build while that process runs. */
export async function markInUse(build: string, pid: number): Promise<void> {
  await mkdir(join(build, 'in-use'), { recursive: true })
  await writeFile(join(build, 'in-use', String(pid)), '')
}

/** Records that a build is used now. `pruneBuilds` keeps the most recently used builds. */
export async function touchBuild(build: string): Promise<void> {
  const now = new Date()
  await utimes(build, now, now)
}

/**
 * Deletes old builds. Keeps the most recently used builds and those that a running process uses. Also deletes unfinished builds that killed
 * processes left behind.
 */
export async function pruneBuilds(folder: string): Promise<void> {
  const builds: { path: string; usedAt: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!buildNamePattern.test(name) && !draftNamePattern.test(name)) continue
    const usedAt = (await stat(path)).mtimeMs
    if (buildNamePattern.test(name)) builds.push({ path, usedAt })
    else if (Date.now() - usedAt > maxDraftAge) await rm(path, { recursive: true, force: true })
  }
  const old = builds.toSorted((a, b) => b.usedAt - a.usedAt).slice(keptBuildCount)
  for (const { path } of old) {
    if (!(await isInUse(path))) await rm(path, { recursive: true, force: true })
  }
}

async function isInUse(build: string): Promise<boolean> {
  const marks = join(build, 'in-use')
  if (!existsSync(marks)) return false
  return (await readdir(marks)).some((pid) => isAlive(Number(pid)))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // With EPERM, the process belongs to another user, and is running.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
