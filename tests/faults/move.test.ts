import { once } from 'node:events'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrate.ts'
import { MoveError, withConnection } from '../../server/database/move/connection.ts'
import { type Step, steps } from '../../server/database/move/move.ts'
import { isBeingMoved } from '../../server/database/move/source.ts'
import { claimLetter, markSent } from '../../server/letters/outbox-store.ts'
import { queueLetters } from '../../server/letters/queue-letters.ts'
import { deleteAccountsIn } from '../../tools/move-database/source-and-target.ts'
import { openDatabase } from '../runtime/database.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { newDatabase, query } from '../runtime/postgres-database.ts'
import {
  createSourceAndTarget,
  type Databases,
  runMove,
  runUndo,
  spawnMove,
  writableDatabases,
} from './move-source-and-target.ts'

async function masjids(url: string): Promise<unknown[]> {
  return query(url, 'select * from masjids')
}

async function killAt(databases: Databases, step: Step): Promise<void> {
  const child = spawnMove(databases, step)
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
  // Wait until PostgreSQL notices that its client has ended. An operator would not run the next command so soon after a crash.
  await expect.poll(() => withConnection({ url: databases.source, name: 'source' }, isBeingMoved)).toBe(false)
}

/** Resolves when a move copies rows into the target (`expected` is true), or when no move does (false). */
function waitForCopying({ target }: Databases, expected: boolean): Promise<void> {
  return withConnection({ url: target, name: 'target' }, async (client) => {
    const isCopying = async (): Promise<boolean> => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'minbar snapshot'`,
      )
      return rowCount !== 0
    }
    await expect.poll(isCopying, { interval: 10 }).toBe(expected)
  })
}

function queueTwoLetters(database: Database): Promise<void> {
  const letter = { kind: 'password_changed', props: { name: 'Yusuf' } } as const
  const letters = ['first@people.test', 'second@people.test'].map((to) => ({ to, letter }))
  return database.transaction((tx) => queueLetters(tx, letters))
}

/** For each step, the database that is writable after a move was killed right before the step. */
const writableAfterKillAt: Readonly<Record<Step, string>> = {
  check: 'source',
  'pause letters': 'source',
  'close the source': 'source',
  copy: '',
  decide: '',
  'open the target': '',
  'mark the source': 'target',
}

test.each(isVerifyRun ? steps : (['open the target'] as const))(
  'the next move completes a database move that was killed before the step "%s"',
  async (step) => {
    const databases = await createSourceAndTarget()
    await killAt(databases, step)
    expect(await writableDatabases(databases)).toBe(writableAfterKillAt[step])
    await runMove(databases)
    expect(await writableDatabases(databases)).toBe('target')
    expect(await masjids(databases.target)).toEqual(await masjids(databases.source))
    await expect(migrate({ url: databases.source })).rejects.toThrow(
      /^Everything in this database moved to (the )?target on \d{4}-\d\d-\d\d: set DATABASE_URL to the address of (the )?target\.$/,
    )
    // A second move changes nothing.
    await runMove(databases)
    expect(await writableDatabases(databases)).toBe('target')
  },
)

test.each(isVerifyRun ? steps.slice(3) : (['copy', 'mark the source'] as const))(
  'after a kill before the step "%s", a database move can be undone, and then repeated',
  async (step) => {
    const databases = await createSourceAndTarget()
    await killAt(databases, step)
    expect(await runUndo(databases)).toBe(true)
    expect(await writableDatabases(databases)).toBe('source')
    await runMove(databases)
    expect(await writableDatabases(databases)).toBe('target')
    expect(await masjids(databases.target)).toEqual(await masjids(databases.source))
  },
)

test('a move killed just before it opens the target leaves both databases read-only, and can be continued only to the same target', async () => {
  const databases = await createSourceAndTarget()
  await killAt(databases, 'open the target')
  const goOn = 'is not complete: run npm run move again to complete it, or npm run move -- --undo to undo it.'
  await expect(migrate({ url: databases.source })).rejects.toThrow(
    `A move of this database to target ${goOn}`,
  )
  await expect(migrate({ url: databases.target })).rejects.toThrow(
    `A move of source into this database ${goOn}`,
  )
  const wrong = { ...databases, target: await newDatabase() }
  await expect(runMove(wrong)).rejects.toThrow('This database has moved to target, not to the target')
  await expect(runUndo(wrong)).rejects.toThrow('The move went to target, not to the target')
  expect(await writableDatabases(databases)).toBe('')
  expect(await writableDatabases(wrong)).toBe('')
})

test('a move waits for a letter in flight, and no other letter is claimed', async () => {
  const databases = await createSourceAndTarget()
  const database = openDatabase(databases.source, 2)
  await queueTwoLetters(database)
  const inFlight = await claimLetter(database.db, 45_000)
  const seen: Step[] = []
  const move = runMove(databases, { onStep: (step) => seen.push(step) })
  await expect
    .poll(() => query(databases.source, 'select state from move_state'), { interval: 20 })
    .toEqual([{ state: 'preparing' }])
  expect(await claimLetter(database.db, 45_000)).toBeUndefined()
  expect(seen).toEqual(['check', 'pause letters'])
  if (inFlight !== undefined) await markSent(database.db, inFlight)
  await move
  expect(
    await query(
      databases.target,
      'select recipient, attempts, sent_at is not null as sent from letters order by 1',
    ),
  ).toEqual([
    { recipient: 'first@people.test', attempts: 1, sent: true },
    { recipient: 'second@people.test', attempts: 0, sent: false },
  ])
})

test('a move that is stopped or times out reopens the source and leaves the target empty', async () => {
  const databases = await createSourceAndTarget()
  const stopping = new AbortController()
  const stop = (): void => stopping.abort(new MoveError('It was stopped.'))
  const onStep = (step: Step): void => {
    if (step === 'copy') void waitForCopying(databases, true).then(stop)
  }
  await expect(runMove(databases, { signal: stopping.signal, onStep })).rejects.toThrow('It was stopped.')
  expect(await writableDatabases(databases)).toBe('source')
  // A stopped move waits at most half a second for PostgreSQL to end its copying.
  await waitForCopying(databases, false)
  await expect(runMove(databases, { maxDowntime: 1 })).rejects.toThrow(
    /^The move took longer than 0\.001 seconds and was given up: choose a quiet hour and set MOVE_SECONDS/,
  )
  expect(await writableDatabases(databases)).toBe('source')
  expect(await query(databases.target, `select from pg_tables where schemaname = 'public'`)).toEqual([])
})

test('undoing a completed database move is refused without --lose-changes if the target has changed since the move', async () => {
  const databases = await createSourceAndTarget()
  await runMove(databases)
  await query(
    databases.target,
    `insert into audit (by_role, event, masjid_uid) select 'operator', 'slot_added', uid from masjids`,
  )
  await expect(runUndo(databases)).rejects.toThrow('Changes made in the target since it was opened: 1.')
  expect(await writableDatabases(databases)).toBe('target')
  expect(await runUndo(databases, true)).toBe(true)
  expect(await writableDatabases(databases)).toBe('source')
  await expect(migrate({ url: databases.target })).rejects.toThrow(
    'The move of the source into this database was undone, so this is an old copy: set DATABASE_URL to the address of the source.',
  )
})

test('undoing a database move does not resend letters that the target has sent', async () => {
  const databases = await createSourceAndTarget()
  const target = openDatabase(databases.target)
  await queueTwoLetters(openDatabase(databases.source))
  await runMove(databases)
  const sent = await claimLetter(target.db, 45_000)
  if (sent !== undefined) await markSent(target.db, sent)
  expect(await runUndo(databases)).toBe(true)
  expect(
    await query(databases.source, 'select recipient, props from letters where sent_at is not null'),
  ).toEqual([{ recipient: sent?.recipient, props: {} }])
})

test('accounts that were deleted in the target stay deleted after a database move is undone', async () => {
  const databases = await createSourceAndTarget()
  await runMove(databases)
  const [masjid] = await query<{ uid: string }>(databases.target, 'select uid from masjids')
  await deleteAccountsIn(databases.target, [masjid?.uid ?? ''])
  expect(await runUndo(databases, true)).toBe(true)
  expect(await query(databases.source, 'select uid from parties where left_at is not null')).toEqual([masjid])
  expect(await writableDatabases(databases)).toBe('source')
})

test('a connection opened before a database move cannot write after it', async () => {
  const databases = await createSourceAndTarget()
  const client = new Client({ connectionString: databases.source })
  const lost: unknown[] = []
  client.on('error', (error) => lost.push(error))
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  await client.query('begin')
  await client.query(`update masjids set masjid_name = 'Never'`)
  await runMove(databases)
  expect(String(lost[0])).toContain('terminating connection')
  expect(await query(databases.target, `select from masjids where masjid_name = 'Never'`)).toEqual([])
})
