import { join } from 'node:path'

/**
 * The command line of Node for a built server: its flags and the entry. Limits keep the heap small, which stays far below the second.
 * The first is a compromise: with 2 MB, a read takes 7 % more processor time and the memory under load falls by 4 MB; with 8 MB, it
 * takes 5 % less and the memory rises by 8 MB.
 */
export function serverCommand(build: string): string[] {
  return ['--max-semi-space-size=4', '--max-old-space-size=512', join(build, 'server', 'main.js')]
}
