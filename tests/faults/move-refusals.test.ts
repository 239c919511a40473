import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { isAlive, readPostmasterFile } from '../../server/database/embedded/postmaster-file.ts'
import type { Step } from '../../server/database/move/move.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { newDatabase, query } from '../runtime/postgres-database.ts'
import { startTool } from '../runtime/run-tool.ts'
import { startServer } from '../runtime/server-process.ts'
import { createSourceAndTarget, isWritable, runMove, writableDatabases } from './move-source-and-target.ts'
import { clusterIn, postmasterPid } from './postmaster.ts'

test('a move to an unusable target is refused with an error sentence, and the source is unchanged', async () => {
  const databases = await createSourceAndTarget()
  const inUse = await createSourceAndTarget()
  const foreign = await newDatabase()
  await query(foreign, 'create table theirs (id int)')
  const readOnly = await newDatabase()
  await query(
    readOnly,
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  )
  const limited = await newDatabase()
  const role = `limited_${Date.now()}`
  await query(limited, `create role ${role} login password 'limited'`)
  const asLimited = new URL(limited)
  asLimited.username = role
  asLimited.password = 'limited'
  const refusals: readonly (readonly [string, string | RegExp])[] = [
    [
      inUse.source,
      /^The target the target cannot be used\. The database is not empty \(its table \w+ has rows\)/,
    ],
    [foreign, 'The database holds tables of another program: use an empty database.'],
    [readOnly, 'The database the target takes no changes: it is a standby, or set to read only.'],
    [databases.source, 'the target is the database that is to be moved: name another one as its target.'],
    [
      'postgres://minbar:secret@127.0.0.1:1/minbar',
      'The database the target refused the connection: connect ECONNREFUSED',
    ],
    [asLimited.href, /^This user may not fill the target the target: (must be owner|permission denied)/],
  ]
  for (const [target, sentence] of refusals) {
    await expect(runMove({ ...databases, target })).rejects.toThrow(sentence)
    expect(await isWritable(databases.source)).toBe(true)
    expect(await query(databases.source, 'select from move_state')).toEqual([])
  }
  expect(await query(foreign, `select tablename from pg_tables where schemaname = 'public'`)).toEqual([
    { tablename: 'theirs' },
  ])
})

test('a database move is refused if a setting of a PostgreSQL role would keep the source or the target writable', async () => {
  const databases = await createSourceAndTarget()
  for (const url of [databases.source, databases.target]) {
    const alter = `do $$ begin execute format('alter role %I in database %I`
    await query(
      url,
      `${alter} set default_transaction_read_only = off', current_user, current_database()); end $$`,
    )
    await expect(runMove(databases)).rejects.toThrow(
      /cannot be made read-only while a default_transaction_read_only is set for \w+: reset it/u,
    )
    expect(await writableDatabases(databases)).toBe('source')
    await query(url, `${alter} reset all', current_user, current_database()); end $$`)
  }
})

test('a second concurrent move of a database is refused', async () => {
  const databases = await createSourceAndTarget()
  let second: Promise<unknown> | undefined
  const onStep = (step: Step): void => {
    if (step === 'check') second = runMove(databases).catch((error: unknown) => error)
  }
  await runMove(databases, { onStep })
  expect(String(await second)).toContain(
    'Another npm run move is running on the source: wait until it ends, or stop it.',
  )
  expect(await writableDatabases(databases)).toBe('target')
})

test.each([
  ['a move', [], 'The move was interrupted.'],
  ['an undo', ['--undo'], 'The undo was interrupted before it changed anything: run it again.'],
])(
  '%s that is interrupted while it starts the embedded PostgreSQL stops this PostgreSQL',
  async (_, args, sentence) => {
    const DATA_DIR = await newDataFolder()
    await (await startServer({ DATA_DIR })).stop()
    const target = await newDatabase()
    const tool = startTool('move-database', args, { DATA_DIR, MOVE_TO_URL: target })
    const said = text(tool.stderr)
    const cluster = clusterIn(DATA_DIR)
    await expect.poll(() => readPostmasterFile(cluster), { interval: 5 }).toBeDefined()
    const postgres = await postmasterPid(cluster)
    tool.kill('SIGINT')
    await expect.poll(() => isAlive(postgres)).toBe(false)
    expect(await said).toBe(`${sentence}\n`)
  },
)
