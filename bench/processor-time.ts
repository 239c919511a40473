import { readFile } from 'node:fs/promises'

/** Ticks of Linux's accounting in a second, the same on every machine (USER_HZ). */
const ticks = 100

/**
 * Seconds of a processor that a process, all processes it has begun, and those of them that have ended, have used until now
 * (proc_pid_stat(5), in hundredths of a second); NaN on other systems.
 */
export async function processorTime(pid: number): Promise<number> {
  const [stat, children] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ])
  // The second field, in brackets, may hold spaces. What follows it begins with the third.
  const [user, system, usersOfEnded, systemsOfEnded] = stat.split(') ').at(-1)?.split(' ').slice(11, 15) ?? []
  const own = (Number(user) + Number(system) + Number(usersOfEnded) + Number(systemsOfEnded)) / ticks
  const begun = await Promise.all(children.trim().split(' ').filter(Boolean).map(Number).map(processorTime))
  // One that ended since it was found counts with those that have ended, at the next look.
  return begun.filter((it) => !Number.isNaN(it)).reduce((sum, it) => sum + it, own)
}
