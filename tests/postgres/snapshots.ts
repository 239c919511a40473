import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readSnapshot } from '../../server/database/snapshot/read.ts'
import type { SnapshotHeader } from '../../server/database/snapshot/snapshot-header.ts'
import { type CopyIn, writeSnapshot } from '../../server/database/snapshot/write.ts'

/** Reads a snapshot into memory. Returns its header, and the rows by table. */
export async function takeSnapshot(
  url: string,
): Promise<{ head: SnapshotHeader; rows: Map<string, Buffer> }> {
  return readSnapshot(url, async (head, rowsOf) => {
    const all = new Map<string, Buffer>()
    for (const table of head.tables) all.set(table.name, await buffer(rowsOf(table)))
    return { head, rows: all }
  })
}

/** Fills a database from a snapshot. `meanwhile` runs after the rows are copied and before the commit. */
export async function fillFromSnapshot(
  url: string,
  { head, rows }: Awaited<ReturnType<typeof takeSnapshot>>,
  meanwhile = async () => {},
): Promise<void> {
  const fill = async (copyIn: CopyIn) => {
    for (const table of head.tables) {
      await copyIn(table, Readable.from([rows.get(table.name) ?? Buffer.alloc(0)]))
    }
  }
  await writeSnapshot(url, head, fill, meanwhile)
}
