import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { freeSpace, watchDisk } from './disk-space.ts'

const minute = 60_000

test('a disk that is almost full is warned of once an hour, and told of once when it has space again', async () => {
  let now = 0
  let free = 0
  const said: string[] = []
  const log = pino({}, { write: (line: string) => void said.push(JSON.parse(line).msg) })
  const check = watchDisk({ dataDir: '/data', diskWarning: 100 }, log, {
    clock: () => now,
    freeSpace: async () => free,
  })
  /** Checks each minute for so many minutes, and gives what was said meanwhile. */
  async function spend(minutes: number, freeBytes: number): Promise<string[]> {
    free = freeBytes
    for (const end = now + minutes * minute; now < end; now += minute) await check()
    return said.splice(0)
  }
  const warning = 'the disk of DATA_DIR is almost full: free some space, or use a larger disk'
  const enough = 'the disk of DATA_DIR has enough free space again'
  expect(await spend(10, 100)).toEqual([])
  expect(await spend(60, 99)).toEqual([warning])
  expect(await spend(60, 99)).toEqual([warning])
  expect(await spend(30, 100)).toEqual([enough])
  // It goes up and down around the bound.
  expect(await spend(1, 99)).toEqual([warning])
  expect(await spend(1, 100)).toEqual([enough])
  expect(await spend(50, 99)).toEqual([])
})

test('a folder that does not exist yet has the free space of its parent', async () => {
  const free = await freeSpace(join(tmpdir(), 'not', 'there'))
  expect(free).toBeGreaterThan(0)
})
