import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { runTool, startTool } from '../runtime/run-tool.ts'

const folder = await newDataFolder()
const backup = join(folder, 'backup.tar.gz')
const url = await newDatabase()
await migrate({ url })
await runTool('backup', [backup], { DATABASE_URL: url, DATA_DIR: folder })

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a restore of the embedded database ended by %s leaves no database, and the next restore cleans up',
  async (signal) => {
    const DATA_DIR = await newDataFolder()
    const tool = startTool('restore', [backup], { DATA_DIR })
    const started = async () => {
      const names = await readdir(DATA_DIR)
      const draft = names.find((name) => name.startsWith('restoring-')) ?? ''
      return existsSync(join(DATA_DIR, draft, 'postgres', 'data', 'postmaster.pid'))
    }
    await expect.poll(started, { interval: 5 }).toBe(true)
    tool.kill(signal)
    await once(tool, 'exit')
    // After SIGTERM the tool deletes its draft, which contains personal data.
    expect(await readdir(DATA_DIR)).toHaveLength(signal === 'SIGKILL' ? 1 : 0)
    expect(await runTool('restore', [backup], { DATA_DIR })).toMatchObject({ code: 0, stderr: '' })
    expect(await readdir(DATA_DIR)).toEqual(['postgres'])
  },
)
