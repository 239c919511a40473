import { readFileSync } from 'node:fs'

/** Milliseconds. */
const pollInterval = 500

/**
 * Calls `end` when the parent or the grandparent of this process has exited: `npm start` runs npm, which runs a shell, which
 * runs this process. The grandparent is checked only on Linux. The timer does not keep the process running.
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

/** The parent of a process, from the fourth field of its stat (proc(5)). Undefined without /proc. */
function parentOf(pid: number): number | undefined {
  try {
    // The second field, a name in parentheses, may contain spaces.
    const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[^)]*$)/u)
    return Number(fields?.split(' ')[1])
  } catch {
    return undefined
  }
}
