import { readFile } from 'node:fs/promises'

/**
 * Memory of a process and its descendants, in megabytes (10⁶ bytes): Linux's PSS, which divides a shared page among the
 * processes that share it (proc_pid_smaps(5)). NaN on systems other than Linux.
 */
export async function proportionalMemory(pid: number): Promise<number> {
  const [rollup, children] = await Promise.all([
    readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => undefined),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ])
  // A process that has just ended counts as 0.
  const [, kibibytes = '0'] = /^Pss:\s*(\d+) kB$/mu.exec(rollup ?? '') ?? []
  const own = process.platform === 'linux' ? (Number(kibibytes) * 1_024) / 1e6 : Number.NaN
  const others = await Promise.all(
    children.trim().split(' ').filter(Boolean).map(Number).map(proportionalMemory),
  )
  return others.reduce((sum, it) => sum + it, own)
}

/** Milliseconds. */
const sampleInterval = 100

/** The peak memory of a process and its descendants while `work` runs, sampled ten times a second. */
export async function mostMemoryDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = 0
  let sampling: Promise<void> | undefined
  async function sample(): Promise<void> {
    peak = Math.max(peak, await proportionalMemory(pid))
    sampling = undefined
  }
  const timer = setInterval(() => {
    sampling ??= sample()
  }, sampleInterval)
  try {
    await work()
  } finally {
    clearInterval(timer)
    await sampling
  }
  return peak
}
