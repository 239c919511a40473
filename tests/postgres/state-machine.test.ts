import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../runtime/app.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { breaches } from './invariants.ts'
import { letterDifferences } from './letter-consistency.ts'
import { agree, commandOf } from './model/command.ts'
import { acts } from './model/generated-actions.ts'
import { History } from './model/history.ts'
import { beginning, createWorld, dates, type World } from './model/participants.ts'
import { Rules } from './model/rules.ts'
import type { Reality } from './model/system-under-test.ts'
import { dueInArchives, shownInArchives } from './model/visible-state.ts'

/** Milliseconds for all runs and, after one that failed, for looking for a shorter one that fails as well. */
const timeAtMost = isVerifyRun ? 3_000_000 : 400_000

/** fast-check prints all three when it finds a difference; with them in the environment it starts there again. */
const { SEED, RUN_PATH, REPLAY_PATH } = process.env

let app: TestApp
let world: World

beforeAll(async () => {
  app = await startApp()
  world = await createWorld(app.database, app.baseUrl)
})
afterAll(() => app.stop())

/** The same people, nothing between them, and every masjid's first date posted. */
async function begin(): Promise<{ model: Rules; real: Reality }> {
  await app.database.reader.deleteFrom('slots').execute()
  await app.database.reader.deleteFrom('letters').execute()
  await app.setNow(new Date(beginning).toISOString())
  const model = new Rules(world, new History(beginning))
  const real = { app, world }
  for (const { uid, times } of world.masjids) {
    await agree(model, real, { name: 'add_khutbah', masjidUid: uid, date: dates[0], times })
  }
  return { model, real }
}

test('whatever masjids and khateebs do in whatever order, the product does what the rules say', {
  timeout: timeAtMost + 60_000,
}, async () => {
  const commands = fc.commands(
    acts.map((it) => it.map(commandOf)),
    {
      maxCommands: isVerifyRun ? 150 : 80,
      size: 'max',
      ...(REPLAY_PATH !== undefined && { replayPath: REPLAY_PATH }),
    },
  )
  const property = fc.asyncProperty(commands, async (sequence) => {
    const { model, real } = await begin()
    await fc.asyncModelRun(() => ({ model, real }), sequence)
    expect(await shownInArchives(real)).toEqual(dueInArchives(model.history, world))
    expect(await breaches(app.database)).toEqual([])
    expect(await letterDifferences(app.database)).toEqual([])
  })
  await fc.assert(property, {
    numRuns: isVerifyRun ? 300 : 25,
    // Short histories are the shrinking's business: little happens in them.
    unbiased: true,
    interruptAfterTimeLimit: timeAtMost,
    markInterruptAsFailure: true,
    ...(SEED !== undefined && { seed: Number(SEED) }),
    ...(RUN_PATH !== undefined && { path: RUN_PATH }),
  })
})
