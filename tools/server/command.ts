import { join } from 'node:path'

/**
 * Returns the command line of Node for a built server: its flags and the entry. Both flags limit the heap. The first (the size of the young
 * generation) is a compromise. With 4 MB, a read takes about 5 % more processor time. With 16 MB, a read takes 5 % less, but the memory
 * under load rises by 15 MB. The heap stays far below the second limit.
 */
export function serverCommand(build: string): string[] {
  return ['--max-semi-space-size=8', '--max-old-space-size=512', join(build, 'server', 'main.js')]
}

/**
 * The environment variables of a built server. By default, glibc has up to eight heaps for each processor, and hardly returns their memory.
 * With two heaps, the memory under load falls by 10 MB.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' } as const
