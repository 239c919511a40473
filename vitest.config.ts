import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { isVerifyRun } from './tests/runtime/is-verify-run.ts'
import { oldestPostgres } from './tests/runtime/setup/provided.ts'
import { installedPostgres } from './tools/postgres/installed-postgres.ts'

type Setup = 'postgres' | 'oldest-postgres' | 'build' | 'chromium'

interface Part {
  readonly name: string
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  /** What it needs started, found or made before its first test; the generated data always is. */
  readonly needs?: readonly Setup[]
  /** How many of its files run beside each other, where it is not as many as everywhere. */
  readonly workers?: number
  /** Runs in the short form even where the long ones run. */
  readonly short?: boolean
  /** Its files share a process: to load the server and to warm it up takes longer than most of them. */
  readonly shared?: boolean
}

const api = ['tests/api/**/*.test.ts', 'server/**/*.api.test.ts']
const rules = ['contract', 'domain', 'tools', 'bench', 'tests/runtime', 'tests/docs', 'tests/deploy'].map(
  (room) => `${room}/**/*.test.ts`,
)
/** The one test of our own test runtime that needs a cluster to look at. */
const cluster = ['tests/runtime/postgres-database.test.ts']

/** What runs with every change. */
const shortForms: readonly Part[] = [
  { name: 'rules', include: rules, exclude: cluster },
  {
    name: 'server',
    include: ['server/**/*.test.ts', ...cluster],
    exclude: ['**/*.api.test.ts'],
    needs: ['postgres'],
  },
  { name: 'api', include: api, needs: ['postgres'], shared: true },
  {
    name: 'postgres',
    include: ['tests/{postgres,faults}/**/*.test.ts'],
    needs: ['postgres', 'build'],
  },
  {
    name: 'journeys',
    include: ['tests/journeys/**/*.test.ts'],
    needs: ['build', 'chromium', 'postgres'],
    shared: true,
  },
]

/** Long tests of which most of the time is waiting, or a single file's: they run beside each other. */
const beside = [
  'tests/verify/slow-mail.test.ts',
  'tests/verify/shutdown.test.ts',
  'tests/api/contact-privacy.test.ts',
  'tests/api/contact-visibility-by-day.test.ts',
  'tests/postgres/state-machine.test.ts',
  'tests/journeys/phone-visibility.test.ts',
]

/** What takes too long for every change: tests that measure, and the long forms of tests that have one. */
async function longForms(): Promise<Part[]> {
  const needs: readonly Setup[] = ['postgres', 'build', 'chromium']
  const oldest = (await installedPostgres(oldestPostgres)) !== undefined
  return [
    { name: 'beside', include: beside, needs, workers: 3 },
    { name: 'measured', include: ['tests/verify/**/*.test.ts'], exclude: beside, needs, workers: 1 },
    {
      name: 'postgres',
      include: ['tests/{postgres,faults}/**/*.test.ts'],
      exclude: beside,
      needs: ['postgres', 'build'],
    },
    // Where it is installed.
    ...(oldest ? onOldestPostgres : []),
  ]
}

/** The tests of the API and the races, on the oldest PostgreSQL that the product supports. */
const onOldestPostgres: readonly Part[] = [
  { name: `api-on-${oldestPostgres}`, include: api, needs: ['oldest-postgres'], shared: true, short: true },
  {
    name: `postgres-on-${oldestPostgres}`,
    include: ['tests/postgres/**/*.test.ts'],
    needs: ['oldest-postgres', 'build'],
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
      // One after the other: a build's servers and a browser at once would only wait for each other.
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
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // What visits every screen takes a slow machine long; nothing here is measured.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // How long a screen may take to say something on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    // A test that is left focused would turn the rest off.
    allowOnly: false,
  },
})
