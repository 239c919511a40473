import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { oldestPostgres } from './server/database/requirements.ts'
import { isVerifyRun } from './tests/runtime/is-verify-run.ts'
import { installedPostgres } from './tools/postgres/installed-postgres.ts'

type Setup = 'postgres' | 'oldest-postgres' | 'build' | 'image' | 'chromium'

interface Part {
  readonly name: string
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  /** The set-up files to run before the first test, besides `data`, which always runs. */
  readonly needs?: readonly Setup[]
  /** How many of its files run in parallel, if not the default. */
  readonly workers?: number
  /** Runs the short form even in a long run. */
  readonly short?: boolean
  /** Its files share a process, because loading and warming up the server takes longer than many of them. */
  readonly shared?: boolean
}

const api = ['tests/api/**/*.test.ts', 'server/**/*.api.test.ts']
const rules = ['contract', 'domain', 'tools', 'bench', 'tests/runtime', 'tests/docs', 'tests/deploy'].map(
  (room) => `${room}/**/*.test.ts`,
)
/** The only test of the test runtime that needs a PostgreSQL cluster. */
const cluster = ['tests/runtime/postgres-database.test.ts']

/** Replaces a module of the server, which other files in the same process have already loaded. */
const mocked = ['tests/postgres/snapshot-of-older-schema.test.ts']

/**
 * The files that take longest. They start first, because a file that starts last runs alone at the end. Without the times
 * of an earlier run, Vitest would start with the files that have the most bytes.
 */
const longest = [
  'tests/journeys/member-screens.test.ts',
  'tests/journeys/screens.test.ts',
  'tests/journeys/screens-without-data.test.ts',
  'tests/journeys/screen-states.test.ts',
  'tests/journeys/dialog-states.test.ts',
  'tests/journeys/protected-screens.test.ts',
  'tests/postgres/races-of-accounts.test.ts',
  'tests/postgres/races-of-proposals.test.ts',
  'tests/postgres/state-machine.test.ts',
  'tests/faults/move.test.ts',
  'tests/faults/embedded-database.test.ts',
  'server/live/change-streams.api.test.ts',
]

/** 1 for a file that takes longest, 0 for the others. */
function length({ moduleId }: TestSpecification): number {
  return longest.some((path) => moduleId.endsWith(path)) ? 1 : 0
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inUsualOrder = super.sort.bind(this)
    return (await inUsualOrder(files)).toSorted((a, b) => length(b) - length(a))
  }
}

/** The parts that run on every change. */
const shortForms: readonly Part[] = [
  { name: 'rules', include: rules, exclude: cluster, shared: true },
  {
    name: 'server',
    include: ['server/**/*.test.ts', ...cluster],
    exclude: ['**/*.api.test.ts'],
    needs: ['postgres'],
    shared: true,
  },
  { name: 'api', include: api, needs: ['postgres'], shared: true },
  {
    name: 'postgres',
    include: ['tests/{postgres,faults}/**/*.test.ts'],
    exclude: mocked,
    needs: ['postgres', 'build', 'image'],
    shared: true,
  },
  { name: 'mocked', include: mocked, needs: ['postgres'] },
  {
    name: 'journeys',
    include: ['tests/journeys/**/*.test.ts'],
    needs: ['build', 'chromium', 'postgres'],
    shared: true,
  },
]

/** Long tests that mostly wait, or that have only one file. They run in parallel. */
const beside = [
  'tests/verify/slow-mail.test.ts',
  'tests/verify/shutdown.test.ts',
  'tests/api/contact-privacy.test.ts',
  'tests/api/contact-visibility-by-day.test.ts',
  'tests/postgres/state-machine.test.ts',
  'tests/journeys/phone-visibility.test.ts',
]

/** The parts that take too long to run on every change: measurements, and the long forms of tests. */
async function longForms(): Promise<Part[]> {
  const needs: readonly Setup[] = ['postgres', 'build', 'image', 'chromium']
  const oldest = (await installedPostgres(oldestPostgres)) !== undefined
  return [
    { name: 'beside', include: beside, needs, workers: 3 },
    { name: 'measured', include: ['tests/verify/**/*.test.ts'], exclude: beside, needs, workers: 1 },
    {
      name: 'postgres',
      include: ['tests/{postgres,faults}/**/*.test.ts'],
      exclude: beside,
      needs: ['postgres', 'build', 'image'],
    },
    ...(oldest ? onOldestPostgres : []),
  ]
}

/** The API and PostgreSQL tests, on the oldest supported PostgreSQL. */
const onOldestPostgres: readonly Part[] = [
  { name: `api-on-${oldestPostgres}`, include: api, needs: ['oldest-postgres'], shared: true, short: true },
  {
    name: `postgres-on-${oldestPostgres}`,
    include: ['tests/postgres/**/*.test.ts'],
    needs: ['oldest-postgres', 'build', 'image'],
    short: true,
  },
]

const parts = isVerifyRun ? await longForms() : shortForms

function project(part: Part, order: number): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: part.name,
      include: [...part.include],
      exclude: [...(part.exclude ?? [])],
      globalSetup: ['data', ...(part.needs ?? [])].map((name) => `tests/runtime/setup/${name}.ts`),
      // The parts run one after the other: in parallel, they would only compete for the processors.
      sequence: { groupOrder: order },
      isolate: part.shared !== true,
      ...(part.workers !== undefined && { maxWorkers: part.workers }),
      ...(part.short === true && { env: { VERIFY: '' } }),
    },
  }
}

const page: TestProjectInlineConfiguration = {
  extends: 'web/vite.config.ts',
  test: { name: 'page', include: ['web/**/*.test.{ts,tsx}'], sequence: { groupOrder: parts.length } },
}

export default defineConfig({
  test: {
    projects: [...parts.map(project), ...(isVerifyRun ? [] : [page])],
    sequence: { sequencer: LongestFirst },
    // One more than there are processors: many tests wait for another process or a timer.
    maxWorkers: availableParallelism() + 1,
    // Tests that visit every screen are slow on a slow machine.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // On a busy machine, a screen may take this long to render.
    expect: { poll: { timeout: 15_000 } },
    // A forgotten `test.only` would disable all other tests.
    allowOnly: false,
  },
})
