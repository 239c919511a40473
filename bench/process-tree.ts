import { readFile } from 'node:fs/promises'

/** Clock ticks per second in Linux's accounting, the same on every machine (USER_HZ). */
const ticksPerSecond = 100

/** Milliseconds. */
const sampleInterval = 100

/** The ids of a process and its descendants. On other systems than Linux, only the id of the process. */
async function processTree(pid: number): Promise<number[]> {
  const children = await readProcess(pid, `task/${pid}/children`)
  const trees = await Promise.all(children.trim().split(' ').filter(Boolean).map(Number).map(processTree))
  return [pid, ...trees.flat()]
}

/** A file of Linux's /proc/PID; empty if the process has ended, and on other systems. */
function readProcess(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
}

/**
 * Seconds of processor time, to a hundredth, that a process and its descendants have used so far, including ended ones
 * (proc_pid_stat(5)). NaN on systems other than Linux.
 */
export async function processorTime(pid: number): Promise<number> {
  const [own = Number.NaN, ...descendants] = await Promise.all((await processTree(pid)).map(ownProcessorTime))
  // A child that has just ended is NaN here. The next measurement counts it with the ended children.
  return own + sum(descendants.filter((it) => !Number.isNaN(it)))
}

async function ownProcessorTime(pid: number): Promise<number> {
  const stat = await readProcess(pid, 'stat')
  // The second field, in parentheses, may contain spaces. So split after it, at the third field.
  const times = stat.split(') ').at(-1)?.split(' ').slice(11, 15) ?? []
  return times.length === 0 ? Number.NaN : sum(times.map(Number)) / ticksPerSecond
}

/**
 * Memory of a process and its descendants, in megabytes (10⁶ bytes): Linux's PSS, which divides a shared page among the
 * processes that share it (proc_pid_smaps(5)). A process that has just ended counts as 0. NaN on systems other than Linux.
 */
export async function pssMegabytes(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN
  const rollups = await Promise.all((await processTree(pid)).map((it) => readProcess(it, 'smaps_rollup')))
  return sum(rollups.map((it) => megabytesIn(it, 'Pss') ?? 0))
}

/** The peak resident memory of a process so far, in megabytes (10⁶ bytes). NaN on systems other than Linux. */
export async function peakMemory(pid: number): Promise<number> {
  return megabytesIn(await readProcess(pid, 'status'), 'VmHWM') ?? Number.NaN
}

function megabytesIn(text: string, name: string): number | undefined {
  const [, kibibytes] = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'mu').exec(text) ?? []
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1_024) / 1e6
}

/** The peak memory of a process and its descendants while `work` runs, sampled ten times a second. */
export async function peakMemoryDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = 0
  let sampling: Promise<void> | undefined
  async function sample(): Promise<void> {
    peak = Math.max(peak, await pssMegabytes(pid))
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

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, it) => total + it, 0)
}
