import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type DirectoryLock = { release(): Promise<void> }

/** Another live process holds the directory. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError'

  constructor(directory: string, holder: string) {
    super(
      `The embedded database in ${directory} is in use by process ${holder}: ` +
        'stop that server, or give this one a DATA_DIR of its own (several servers need a DATABASE_URL).',
    )
  }
}

/** A Unix socket's path holds 104 bytes on macOS, 108 on Linux; a name of ours takes up to 40 of them. */
const LONGEST_FOLDER = 60
const ATTEMPTS = 5

/**
 * Holds `directory` for the life of this process, or throws DirectoryInUseError naming it.
 *
 * Node has no flock. What the operating system does take back from a dead process, SIGKILL included, is a
 * listening socket: each process listens in `directory/lock` on a name never used again, and only then
 * connects to every other name there. A connection accepted means somebody lives; one refused, that he died.
 * As each shows itself before it looks, of two that start together at least one sees the other.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const folder = join(directory, 'lock')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return withShortPath(folder, async (short) => {
    for (let attempt = 1; ; attempt += 1) {
      const own = await showPresence(folder, short)
      const rival = await findLiveRival(folder, short, own.name)
      if (rival === undefined) return { release: own.withdraw }
      await own.withdraw()
      if (attempt === ATTEMPTS) throw new DirectoryInUseError(directory, rival)
      // Two that met at the start both step back; unequal pauses let one of them in.
      await pause(20 + Math.random() * 80)
    }
  })
}

async function showPresence(folder: string, short: string) {
  const id = `${process.pid}-${randomBytes(6).toString('hex')}`
  const name = `${id}.sock`
  const server = net.createServer((visitor) => visitor.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(join(short, `${id}.new`), resolve)
  })
  // The lock must not keep a process alive which has nothing else to do.
  server.unref()
  // Between bind and listen a live socket refuses like a dead one: it gets its name when it answers.
  await rename(join(folder, `${id}.new`), join(folder, name))
  const withdraw = async () => {
    await rm(join(folder, name), { force: true })
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { name, withdraw }
}

/** The process id of a live process other than our own entry, if there is one; sweeps up after the dead. */
async function findLiveRival(folder: string, short: string, ownName: string): Promise<string | undefined> {
  for (const name of await readdir(folder)) {
    if (name === ownName || !name.endsWith('.sock')) continue
    if (await answers(join(short, name))) return name.split('-', 1)[0]
    await rm(join(folder, name), { force: true })
  }
  return undefined
}

/** Anything but a clear "nobody listens" counts as alive: another user's socket, a full backlog. */
async function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT')
    })
  })
}

async function withShortPath<T>(folder: string, work: (short: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(folder) <= LONGEST_FOLDER) return work(folder)
  const detour = await mkdtemp(join(tmpdir(), 'minbar-'))
  try {
    const short = join(detour, 'l')
    await symlink(folder, short)
    return await work(short)
  } finally {
    await rm(detour, { recursive: true, force: true })
  }
}
