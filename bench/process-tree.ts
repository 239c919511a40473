import { readFile } from 'node:fs/promises'

/** Linux counts processor time in hundredths of a second (USER_HZ), on every machine. */
const ticksPerSecond = 100

/** The milliseconds between samples. */
const sampleInterval = 100

/** Returns the ids of a process and its descendants. On systems other than Linux, returns only the id of the process. */
async function processTree(pid: number): Promise<number[]> {
  const children = await readProcess(pid, `task/${pid}/children`)
  const trees = await Promise.all(children.trim().split(' ').filter(Boolean).map(Number).map(processTree))
  return [pid, ...trees.flat()]
}

/** Reads a file in /proc/PID of Linux. Returns an empty text if the process has ended, and on other systems. */
function readProcess(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
}

/**
 * Returns the processor time in seconds, to a hundredth, that a process and its descendants have used so far. Includes descendants that
 * have ended (proc_pid_stat(5)). NaN on systems other than Linux.
 */
export async function processorTime(pid: number): Promise<number> {
  const [own = Number.NaN, ...descendants] = await Promise.all((await processTree(pid)).map(ownProcessorTime))
  // The time of a child that has just ended is NaN, and is left out. The next measurement counts the child as an ended child of its parent.
  return own + sum(descendants.filter((it) => !Number.isNaN(it)))
}

async function ownProcessorTime(pid: number): Promise<number> {
  const stat = await readProcess(pid, 'stat')
  // The second field is in parentheses and may contain spaces. So the text is split after it.
  const times = stat.split(') ').at(-1)?.split(' ').slice(11, 15) ?? []
  return times.length === 0 ? Number.NaN : sum(times.map(Number)) / ticksPerSecond
}

/**
 * Returns the memory of a process and its descendants, in megabytes (10⁶ bytes). The memory is Linux's PSS, which divides a shared page
 * among its processes (proc_pid_smaps(5)). A process that has just ended counts as 0. NaN on systems other than Linux.
 */
export async function pssMegabytes(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN
  const rollups = await Promise.all((await processTree(pid)).map((it) => readProcess(it, 'smaps_rollup')))
  return sum(rollups.map((it) => megabytesIn(it, 'Pss') ?? 0))
}

/** Returns the peak resident memory of a process so far, in megabytes (10⁶ bytes). NaN on systems other than Linux. */
export async function peakMemory(pid: number): Promise<number> {
  return megabytesIn(await readProcess(pid, 'status'), 'VmHWM') ?? Number.NaN
}

function megabytesIn(text: string, name: string): number | undefined {
  const [, kibibytes] = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'mu').exec(text) ?? []
  return kibibytes === undefined ? undefined : (Number(kibibytes) * 1_024) / 1e6
}

/** Runs `work`. Returns the peak memory of a process and its descendants while `work` runs, from ten samples a second. */
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
