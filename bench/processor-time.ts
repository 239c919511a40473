import { readFile } from 'node:fs/promises'

/** Clock ticks per second in Linux's accounting, the same on every machine (USER_HZ). */
const ticksPerSecond = 100

/**
 * Seconds of processor time that a process and its descendants have used so far, including those that have ended
 * (proc_pid_stat(5), in hundredths of a second). NaN on systems other than Linux.
 */
export async function processorTime(pid: number): Promise<number> {
  const [stat, children] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ])
  // The second field, in parentheses, may contain spaces. So split after it, at the third field.
  const [user, system, usersOfEnded, systemsOfEnded] = stat.split(') ').at(-1)?.split(' ').slice(11, 15) ?? []
  const own = (Number(user) + Number(system) + Number(usersOfEnded) + Number(systemsOfEnded)) / ticksPerSecond
  const begun = await Promise.all(children.trim().split(' ').filter(Boolean).map(Number).map(processorTime))
  // A child that has just ended is NaN here. The next measurement counts it with the ended children.
  return begun.filter((it) => !Number.isNaN(it)).reduce((sum, it) => sum + it, own)
}
