import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { MoveError } from '../../server/database/move/connection.ts'
import { type Moved, type MoveOptions, move, type Step, steps } from '../../server/database/move/move.ts'
import { undoMove } from '../../server/database/move/undo.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { redeleteAccounts } from '../../server/identity/delete-account.ts'
import { claimLetter, markSent } from '../../server/letters/outbox-store.ts'
import { queueLetters } from '../../server/letters/queue-letters.ts'
import { insertMasjid } from '../runtime/insert-people.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { createDatabase } from '../runtime/postgres-database.ts'

const killedMove = fileURLToPath(new URL('move-killed-at.ts', import.meta.url))

/** Runs one statement on a new connection. */
async function run<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** A database with a masjid in it, and an empty one. */
async function twoDatabases(): Promise<{ source: string; target: string }> {
  const cluster = inject('postgresCluster')
  const [source, target] = await Promise.all([
    createDatabase(cluster, {
      name: 'a masjid that moves',
      async prepare(url) {
        await migrate({ url })
        const database = openPostgres(url, 1)
        await insertMasjid(database)
        await database.close()
      },
    }),
    createDatabase(cluster),
  ])
  return { source, target }
}

type Databases = Awaited<ReturnType<typeof twoDatabases>>

function moving({ source, target }: Databases, options: Partial<MoveOptions> = {}): Promise<Moved> {
  return move({
    source: { url: source, name: 'the source' },
    target: { url: target, name: 'the target' },
    maxClosedTime: 30_000,
    signal: new AbortController().signal,
    onStep: () => {},
    ...options,
  })
}

function undoing({ source, target }: Databases, loseChanges = false): Promise<boolean> {
  return undoMove({
    source: { url: source, name: 'the source' },
    target: async () => ({ url: target, name: 'the target' }),
    loseChanges,
    redeleteAccounts: (uids) => deleteIn(source, uids),
  })
}

async function deleteIn(url: string, uids: readonly string[]): Promise<void> {
  const database = openPostgres(url, 1)
  const inTransaction = database.reader.transaction().setAccessMode('read write')
  await inTransaction.execute((tx) => redeleteAccounts(tx, uids))
  await database.close()
}

/** Whether a database has Minbar's tables, and a new connection may write to them. */
async function isWritable(url: string): Promise<boolean> {
  const [row] = await run<{ takes: boolean }>(
    url,
    `select to_regclass('accounts') is not null and current_setting('transaction_read_only') = 'off' as takes`,
  )
  return row?.takes === true
}

/** The names of the databases that are writable. */
async function writableOf({ source, target }: Databases): Promise<string> {
  const [sourceIs, targetIs] = await Promise.all([isWritable(source), isWritable(target)])
  return [...(sourceIs ? ['source'] : []), ...(targetIs ? ['target'] : [])].join(' and ')
}

async function masjids(url: string): Promise<unknown[]> {
  return run(url, 'select * from masjids')
}

async function killAt({ source, target }: Databases, step: Step): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', killedMove, source, target, step], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

/** The writable database after a move was killed right before a step. */
const writableAfter: Readonly<Record<Step, string>> = {
  check: 'source',
  'pause letters': 'source',
  'close the source': 'source',
  copy: '',
  decide: '',
  'open the target': '',
  'mark the source': 'target',
}

test.each(isVerifyRun ? steps : (['open the target'] as const))(
  'a move killed before the step "%s" is completed by the next move',
  async (step) => {
    const databases = await twoDatabases()
    await killAt(databases, step)
    expect(await writableOf(databases)).toBe(writableAfter[step])
    await moving(databases)
    expect(await writableOf(databases)).toBe('target')
    expect(await masjids(databases.target)).toEqual(await masjids(databases.source))
    await expect(migrate({ url: databases.source })).rejects.toThrow(
      /^Everything in this database moved to (the )?target on \d{4}-\d\d-\d\d: set DATABASE_URL to the address of (the )?target\.$/,
    )
    // Moving again changes nothing.
    await moving(databases)
    expect(await writableOf(databases)).toBe('target')
  },
)

test.each(isVerifyRun ? steps.slice(3) : (['copy', 'mark the source'] as const))(
  'a move killed before the step "%s" can be undone, and then repeated',
  async (step) => {
    const databases = await twoDatabases()
    await killAt(databases, step)
    expect(await undoing(databases)).toBe(true)
    expect(await writableOf(databases)).toBe('source')
    await moving(databases)
    expect(await writableOf(databases)).toBe('target')
    expect(await masjids(databases.target)).toEqual(await masjids(databases.source))
  },
)

test('an incomplete move closes both databases, and continues only to its own target', async () => {
  const databases = await twoDatabases()
  await killAt(databases, 'open the target')
  const goOn = 'is not complete: run npm run move again to complete it, or npm run move -- --undo to undo it.'
  await expect(migrate({ url: databases.source })).rejects.toThrow(
    `A move of this database to target ${goOn}`,
  )
  await expect(migrate({ url: databases.target })).rejects.toThrow(
    `A move of source into this database ${goOn}`,
  )
  const wrong = { ...databases, target: await createDatabase(inject('postgresCluster')) }
  await expect(moving(wrong)).rejects.toThrow('This database has moved to target, and the target is another')
  await expect(undoing(wrong)).rejects.toThrow('The move went to target, and the target is another')
  expect(await writableOf(databases)).toBe('')
  expect(await writableOf(wrong)).toBe('')
})

test('a move waits for a letter in flight, and no other letter is claimed', async () => {
  const databases = await twoDatabases()
  const database = openPostgres(databases.source, 2)
  onTestFinished(() => database.close())
  const letter = { kind: 'password_changed', props: { name: 'Yusuf' } } as const
  await database.transaction((tx) =>
    queueLetters(
      tx,
      ['first', 'second'].map((name) => ({ to: `${name}@people.test`, letter })),
    ),
  )
  const inFlight = await claimLetter(database.reader, 45_000)
  const seen: Step[] = []
  const move = moving(databases, { onStep: (step) => seen.push(step) })
  await expect
    .poll(() => run(databases.source, 'select state from move_state'), { interval: 20 })
    .toEqual([{ state: 'preparing' }])
  expect(await claimLetter(database.reader, 45_000)).toBeUndefined()
  expect(seen).toEqual(['check', 'pause letters'])
  if (inFlight !== undefined) await markSent(database.reader, inFlight)
  await move
  expect(
    await run(
      databases.target,
      'select recipient, attempts, sent_at is not null as sent from letters order by 1',
    ),
  ).toEqual([
    { recipient: 'first@people.test', attempts: 1, sent: true },
    { recipient: 'second@people.test', attempts: 0, sent: false },
  ])
})

test('a move that is stopped or times out reopens the source and leaves the target empty', async () => {
  const databases = await twoDatabases()
  const stopping = new AbortController()
  const onStep = (step: Step): void => {
    if (step === 'copy') stopping.abort(new MoveError('It was stopped.'))
  }
  await expect(moving(databases, { signal: stopping.signal, onStep })).rejects.toThrow('It was stopped.')
  expect(await writableOf(databases)).toBe('source')
  await expect(moving(databases, { maxClosedTime: 1 })).rejects.toThrow(
    /^The move took longer than 0\.001 seconds and was given up: choose a quiet hour and set MOVE_SECONDS/,
  )
  expect(await writableOf(databases)).toBe('source')
  expect(await run(databases.target, `select from pg_tables where schemaname = 'public'`)).toEqual([])
})

test('undoing a completed move is refused after changes, unless they may be lost', async () => {
  const databases = await twoDatabases()
  await moving(databases)
  await run(
    databases.target,
    `insert into audit (by_role, event, masjid_uid) select 'operator', 'slot_added', uid from masjids`,
  )
  await expect(undoing(databases)).rejects.toThrow('1 changes were made in the target since it was opened')
  expect(await writableOf(databases)).toBe('target')
  expect(await undoing(databases, true)).toBe(true)
  expect(await writableOf(databases)).toBe('source')
  await expect(migrate({ url: databases.target })).rejects.toThrow(
    'The move of the source into this database was undone, so this is an old copy: set DATABASE_URL to the address of the source.',
  )
})

test('undoing a move does not send again letters that the target has sent', async () => {
  const databases = await twoDatabases()
  const [source, target] = [openPostgres(databases.source, 1), openPostgres(databases.target, 1)]
  onTestFinished(async () => void (await Promise.all([source.close(), target.close()])))
  const letter = { kind: 'password_changed', props: { name: 'Yusuf' } } as const
  await source.transaction((tx) =>
    queueLetters(
      tx,
      ['first', 'second'].map((name) => ({ to: `${name}@people.test`, letter })),
    ),
  )
  await moving(databases)
  const sent = await claimLetter(target.reader, 45_000)
  if (sent !== undefined) await markSent(target.reader, sent)
  expect(await undoing(databases)).toBe(true)
  expect(
    await run(databases.source, 'select recipient, props from letters where sent_at is not null'),
  ).toEqual([{ recipient: sent?.recipient, props: {} }])
})

test('undoing a move keeps accounts deleted in the target deleted', async () => {
  const databases = await twoDatabases()
  await moving(databases)
  const [masjid] = await run<{ uid: string }>(databases.target, 'select uid from masjids')
  await deleteIn(databases.target, [masjid?.uid ?? ''])
  expect(await undoing(databases, true)).toBe(true)
  expect(await run(databases.source, 'select uid from accounts where left_at is not null')).toEqual([masjid])
  expect(await writableOf(databases)).toBe('source')
})

test('an unusable target is refused with an error sentence, and the source is unchanged', async () => {
  const databases = await twoDatabases()
  const inUse = await twoDatabases()
  const foreign = await createDatabase(inject('postgresCluster'))
  await run(foreign, 'create table theirs (id int)')
  const readOnly = await createDatabase(inject('postgresCluster'))
  await run(
    readOnly,
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  )
  const limited = await createDatabase(inject('postgresCluster'))
  const role = `limited_${Date.now()}`
  await run(limited, `create role ${role} login password 'limited'`)
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
      'The database the target does not let us in: connect ECONNREFUSED',
    ],
    [
      asLimited.href,
      /^The target the target cannot be filled by this user: (must be owner|permission denied)/,
    ],
  ]
  for (const [target, sentence] of refusals) {
    await expect(moving({ ...databases, target })).rejects.toThrow(sentence)
    expect(await isWritable(databases.source)).toBe(true)
    expect(await run(databases.source, 'select from move_state')).toEqual([])
  }
  expect(await run(foreign, `select tablename from pg_tables where schemaname = 'public'`)).toEqual([
    { tablename: 'theirs' },
  ])
})

test('a move is refused when a role setting would keep a closed database writable', async () => {
  const databases = await twoDatabases()
  for (const url of [databases.source, databases.target]) {
    const alter = `do $$ begin execute format('alter role %I in database %I`
    await run(
      url,
      `${alter} set default_transaction_read_only = off', current_user, current_database()); end $$`,
    )
    await expect(moving(databases)).rejects.toThrow(
      /cannot be made read-only while a default_transaction_read_only is set for \w+: reset it/u,
    )
    expect(await writableOf(databases)).toBe('source')
    await run(url, `${alter} reset all', current_user, current_database()); end $$`)
  }
})

test('a second concurrent move of a database is refused', async () => {
  const databases = await twoDatabases()
  let second: Promise<unknown> | undefined
  const onStep = (step: Step): void => {
    if (step === 'check') second = moving(databases).catch((error: unknown) => error)
  }
  await moving(databases, { onStep })
  expect(String(await second)).toContain(
    'Another npm run move is at work on the source: let it end, or stop it.',
  )
  expect(await writableOf(databases)).toBe('target')
})

test('a connection opened before a move cannot write after it', async () => {
  const databases = await twoDatabases()
  const client = new Client({ connectionString: databases.source })
  const lost: unknown[] = []
  client.on('error', (error) => lost.push(error))
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  await client.query('begin')
  await client.query(`update masjids set masjid_name = 'Never'`)
  await moving(databases)
  expect(String(lost[0])).toContain('terminating connection')
  expect(await run(databases.target, `select from masjids where masjid_name = 'Never'`)).toEqual([])
})
