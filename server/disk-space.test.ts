import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createDiskCheck, freeSpace } from './disk-space.ts'

const minute = 60_000

test('the log warns about an almost full disk once an hour, and reports once when there is space again', async () => {
  let now = 0
  let free = 0
  const messages: string[] = []
  const log = pino({}, { write: (line: string) => void messages.push(JSON.parse(line).msg) })
  const check = createDiskCheck({ dataDir: '/data', diskWarning: 100 }, log, {
    clock: () => now,
    freeSpace: async () => free,
  })
  /** Checks once a minute for some minutes, and returns the messages logged meanwhile. */
  async function logAfter(minutes: number, freeBytes: number): Promise<string[]> {
    free = freeBytes
    for (const end = now + minutes * minute; now < end; now += minute) await check()
    return messages.splice(0)
  }
  const warning = 'the disk of DATA_DIR is almost full: free some space, or use a larger disk'
  const enough = 'the disk of DATA_DIR has enough free space again'
  expect(await logAfter(10, 100)).toEqual([])
  expect(await logAfter(60, 99)).toEqual([warning])
  expect(await logAfter(60, 99)).toEqual([warning])
  expect(await logAfter(30, 100)).toEqual([enough])
  // In the hour after a warning, there is no second one, even if there was enough free space meanwhile.
  expect(await logAfter(1, 99)).toEqual([warning])
  expect(await logAfter(1, 100)).toEqual([enough])
  expect(await logAfter(50, 99)).toEqual([])
})

test('freeSpace returns a number above zero for a missing folder', async () => {
  const free = await freeSpace(join(tmpdir(), 'not', 'there'))
  expect(free).toBeGreaterThan(0)
})
