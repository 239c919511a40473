import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startApp } from '../runtime/app.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { invariantViolations } from './invariants.ts'
import { letterDifferences } from './letter-consistency.ts'
import { commandOf, expectSameResult } from './model/command.ts'
import { actionGenerators } from './model/generated-actions.ts'
import { History } from './model/history.ts'
import { createParticipants, dates, runStart } from './model/participants.ts'
import { Rules } from './model/rules.ts'
import type { SystemUnderTest } from './model/system-under-test.ts'
import { expectedArchives, visibleArchives } from './model/visible-state.ts'

/** The maximum time for all runs and for shrinking a failed run, in milliseconds. */
const timeAtMost = isVerifyRun ? 3_000_000 : 400_000

/** fast-check prints these values after a failed run. Set all three in the environment to repeat the run. */
const { SEED, RUN_PATH, REPLAY_PATH } = process.env

const app = await startApp()
const participants = await createParticipants(app.database, app.baseUrl)

/** Deletes the data of the last run, and posts slots of every masjid on the first date. */
async function setUpRun(): Promise<{ model: Rules; real: SystemUnderTest }> {
  await app.database.db.deleteFrom('slots').execute()
  await app.database.db.deleteFrom('letters').execute()
  await app.setNow(new Date(runStart).toISOString())
  const model = new Rules(participants, new History(runStart))
  const real = { app, participants }
  for (const { uid, times } of participants.masjids) {
    await expectSameResult(model, real, {
      name: 'add_khutbah',
      masjidUid: uid,
      date: dates[0],
      times,
      weeks: 1,
    })
  }
  return { model, real }
}

test('random sequences of calls have the same effect on the product as on the model', {
  timeout: timeAtMost + 60_000,
}, async () => {
  const generators = actionGenerators.map((it) => it.map(commandOf))
  const commands = fc.commands(generators, {
    maxCommands: isVerifyRun ? 150 : 80,
    size: 'max',
    ...(REPLAY_PATH !== undefined && { replayPath: REPLAY_PATH }),
  })
  const property = fc.asyncProperty(commands, async (sequence) => {
    const { model, real } = await setUpRun()
    await fc.asyncModelRun(() => ({ model, real }), sequence)
    expect(await visibleArchives(real)).toEqual(expectedArchives(model.history, participants))
    expect(await invariantViolations(app.database)).toEqual([])
    expect(await letterDifferences(app.database)).toEqual([])
  })
  await fc.assert(property, {
    numRuns: isVerifyRun ? 300 : 25,
    // Prevents a bias towards short runs, which test little.
    unbiased: true,
    interruptAfterTimeLimit: timeAtMost,
    markInterruptAsFailure: true,
    ...(SEED !== undefined && { seed: Number(SEED) }),
    ...(RUN_PATH !== undefined && { path: RUN_PATH }),
  })
})
