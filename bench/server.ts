import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutLimits } from '../tools/demo/temporary-server.ts'
import { type ServerProcess, startServerProcess } from '../tools/server/server-process.ts'

export interface Where {
  /** The folder for letters, and for the embedded database if there is no DATABASE_URL. */
  readonly DATA_DIR: string
  readonly DATABASE_URL?: string
  readonly DATABASE_POOLER?: 'transaction'
}

/** Starts the built server, without the caller's environment except PATH. */
export async function startServer(build: string, where: Where): Promise<ServerProcess> {
  return startServerProcess(build, {
    cwd: where.DATA_DIR,
    env: {
      PATH: process.env['PATH'],
      ...withoutLimits,
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_SECONDS: '0',
      ...where,
    },
  })
}

/** Runs work with a temporary folder, and deletes the folder. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-bench-'))
  // If root starts PostgreSQL, it runs as another user, who must be able to pass through this folder.
  await chmod(folder, 0o711)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The peak resident memory of a process so far, in megabytes (10⁶ bytes). NaN on systems other than Linux. */
export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/mu.exec(status) ?? []
  return (Number(kibibytes) * 1_024) / 1e6
}
