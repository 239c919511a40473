import { readFileSync } from 'node:fs'

/** Milliseconds between two looks. */
const lookEvery = 500

/**
 * Calls `end` once the process that started this one has ended, or that one's own starter: `npm start` is npm, a shell and
 * this process. Only Linux tells the second. The timer keeps no process alive.
 */
export function onParentExit(end: () => void): void {
  const parent = process.ppid
  const grandparent = parentOf(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return
    clearInterval(timer)
    end()
  }, lookEvery).unref()
}

/** The parent of a process, by the fourth field of its stat (proc(5)); undefined where the system has no /proc. */
function parentOf(pid: number): number | undefined {
  try {
    // The second field, a name in parentheses, may have spaces in it.
    const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[^)]*$)/u)
    return Number(fields?.split(' ')[1])
  } catch {
    return undefined
  }
}
