import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { oldestPostgres } from './server/database/requirements.ts'
import { isVerifyRun } from './tests/runtime/is-verify-run.ts'
import { findInstalledPostgres } from './tools/postgres/installed-postgres.ts'

type Setup = 'postgres' | 'oldest-postgres' | 'build' | 'image' | 'chromium'

/** A Vitest project: a part of the test run. */
interface Part {
  readonly name: string
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  /**
   * The set-up files in tests/runtime/setup/ to run before the first test. `image` writes the files of the container image. `data`, which
   * generates the data files, always runs.
   */
  readonly needs?: readonly Setup[]
  /** The number of files that run in parallel. Undefined for the default. */
  readonly workers?: number
  /** Whether to run the short forms of the tests even in `npm run verify`. */
  readonly short?: boolean
  /** Whether its files share a process. For many files, loading and warming up the server takes longer than the tests. */
  readonly shared?: boolean
}

const api = ['tests/api/**/*.test.ts', 'server/**/*.api.test.ts']
const testsWithoutSetup = [
  'contract',
  'domain',
  'tools',
  'bench',
  'tests/runtime',
  'tests/docs',
  'tests/deploy',
].map((room) => `${room}/**/*.test.ts`)
/** The only test of tests/runtime/ that needs a PostgreSQL cluster. */
const testsWithCluster = ['tests/runtime/postgres-database.test.ts']

/** A test that replaces a module of the server. It needs a process of its own, because other files have already loaded that module. */
const testsWithMocks = ['tests/postgres/snapshot-of-older-schema.test.ts']

/**
 * The files that take longest. They start first, because a long file that started last would run alone at the end. Without the durations
 * of an earlier run, Vitest would start with the largest files.
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

/** Returns the rank of a file in the order of the run: 0 for a file that takes longest, and 1 for others. */
function rank({ moduleId }: TestSpecification): number {
  return longest.some((path) => moduleId.endsWith(path)) ? 0 : 1
}

/** Sorts the files by project, in the order of this configuration. In each project, the longest files come first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inUsualOrder = super.sort.bind(this)
    const { projects } = this.ctx
    return (await inUsualOrder(files)).toSorted(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || rank(a) - rank(b),
    )
  }
}

/** The parts of `npm test`, without `page`. */
const shortForms: readonly Part[] = [
  { name: 'rules', include: testsWithoutSetup, exclude: testsWithCluster, shared: true },
  {
    name: 'server',
    include: ['server/**/*.test.ts', ...testsWithCluster],
    exclude: ['**/*.api.test.ts'],
    needs: ['postgres'],
    shared: true,
  },
  { name: 'api', include: api, needs: ['postgres'], shared: true },
  {
    name: 'postgres',
    include: ['tests/{postgres,faults}/**/*.test.ts'],
    exclude: testsWithMocks,
    needs: ['postgres', 'build', 'image'],
    shared: true,
  },
  { name: 'mocked', include: testsWithMocks, needs: ['postgres'] },
  {
    name: 'journeys',
    include: ['tests/journeys/**/*.test.ts'],
    needs: ['build', 'chromium', 'postgres'],
    shared: true,
  },
]

/** Files with long tests. Several of them run in parallel, because each file uses one worker, and some mostly wait. */
const longAndParallel = [
  'tests/verify/slow-mail.test.ts',
  'tests/verify/shutdown.test.ts',
  'tests/api/contact-privacy.test.ts',
  'tests/api/contact-visibility-by-day.test.ts',
  'tests/postgres/state-machine.test.ts',
  'tests/journeys/phone-visibility.test.ts',
]

/** Returns the parts of `npm run verify`, which take too long for every change: measurements, and the long forms of tests. */
async function longForms(): Promise<Part[]> {
  const needs: readonly Setup[] = ['postgres', 'build', 'image', 'chromium']
  const oldest = (await findInstalledPostgres(oldestPostgres)) !== undefined
  return [
    { name: 'parallel', include: longAndParallel, needs, workers: 3 },
    { name: 'measured', include: ['tests/verify/**/*.test.ts'], exclude: longAndParallel, needs, workers: 1 },
    {
      name: 'postgres',
      include: ['tests/{postgres,faults}/**/*.test.ts'],
      exclude: longAndParallel,
      needs: ['postgres', 'build', 'image'],
    },
    ...(oldest ? onOldestPostgres : []),
  ]
}

/** The API and PostgreSQL tests on the oldest supported version of PostgreSQL. */
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
      // Measurements run alone. In `npm test`, the next project starts when the previous one has no file left to start. If it waited for
      // the end of the last file, processors would be idle.
      sequence: { groupOrder: isVerifyRun ? order : 0 },
      isolate: part.shared !== true,
      ...(part.workers !== undefined && { maxWorkers: part.workers }),
      ...(part.short === true && { env: { VERIFY: '' } }),
    },
  }
}

const page: TestProjectInlineConfiguration = {
  extends: 'web/vite.config.ts',
  test: { name: 'page', include: ['web/**/*.test.{ts,tsx}'] },
}

export default defineConfig({
  test: {
    // The tests of the page have no long forms.
    projects: [...parts.map(project), ...(isVerifyRun ? [] : [page])],
    sequence: { sequencer: LongestFirst },
    // One more process than there are processors, because many tests wait for another process or a timer.
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
