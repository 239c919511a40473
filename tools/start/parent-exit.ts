import { readFileSync } from 'node:fs'

/** The milliseconds between checks. */
const pollInterval = 500

/**
 * Calls `end` when the parent or the grandparent of this process has exited. (`npm start` runs npm, npm runs a shell, and the shell runs
 * this process.) Checks the grandparent only on Linux. The timer does not keep this process running.
 */
export function onParentExit(end: () => void): void {
  const parent = process.ppid
  const grandparent = parentOf(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return
    clearInterval(timer)
    end()
  }, pollInterval).unref()
}

/** Returns the parent of a process, from the fourth field of its stat file (proc(5)). Undefined without /proc. */
function parentOf(pid: number): number | undefined {
  try {
    // The second field is a name in parentheses, and may contain spaces.
    const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[^)]*$)/u)
    return Number(fields?.split(' ')[1])
  } catch {
    return undefined
  }
}
