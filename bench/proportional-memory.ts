import { readFile } from 'node:fs/promises'

/**
 * Megabytes (10⁶ bytes) that a process and all processes it has begun hold, each page divided among those that share it (PSS of
 * Linux, proc_pid_smaps(5)); NaN on other systems.
 */
export async function proportionalMemory(pid: number): Promise<number> {
  const [rollup, children] = await Promise.all([
    readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => undefined),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ])
  // One that ended since it was found holds nothing.
  const [, kibibytes = '0'] = /^Pss:\s*(\d+) kB$/mu.exec(rollup ?? '') ?? []
  const own = process.platform === 'linux' ? (Number(kibibytes) * 1_024) / 1e6 : Number.NaN
  const others = await Promise.all(
    children.trim().split(' ').filter(Boolean).map(Number).map(proportionalMemory),
  )
  return others.reduce((sum, it) => sum + it, own)
}

/** Milliseconds between two looks. */
const lookEvery = 100

/** The most that a process and those it has begun hold while `work` runs, looked at ten times a second. */
export async function mostMemoryDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let most = 0
  let looking: Promise<void> | undefined
  async function look(): Promise<void> {
    most = Math.max(most, await proportionalMemory(pid))
    looking = undefined
  }
  const timer = setInterval(() => {
    looking ??= look()
  }, lookEvery)
  try {
    await work()
  } finally {
    clearInterval(timer)
    await looking
  }
  return most
}
