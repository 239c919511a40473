import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { oldestPostgres } from './tests/runtime/setup/provided.ts'
import { installedPostgres } from './tools/postgres/programs.ts'

type Setup = 'postgres' | 'oldest-postgres' | 'build' | 'chromium'

interface Part {
  readonly name: string
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  /** What it needs started, found or made before its first test; the generated data always is. */
  readonly needs?: readonly Setup[]
  /** Its files run one after the other: they measure. */
  readonly alone?: boolean
  /** Its files share a process: to load the server and to warm it up takes longer than most of them. */
  readonly shared?: boolean
}

const api = ['tests/api/**/*.test.ts', 'server/**/*.api.test.ts']
const rules = ['contract', 'domain', 'tools', 'bench', 'tests/runtime', 'tests/docs', 'tests/deploy'].map(
  (room) => `${room}/**/*.test.ts`,
)
/** The one test of our own test runtime that needs a cluster to look at. */
const cluster = ['tests/runtime/postgres-database.test.ts']
/** The tests of the API and the races, on the oldest PostgreSQL that the product supports, where it is installed. */
async function onOldestPostgres(): Promise<Part[]> {
  const found = await installedPostgres(oldestPostgres)
  if (found === undefined) return []
  return [
    { name: `api-on-${oldestPostgres}`, include: api, needs: ['oldest-postgres'], shared: true },
    {
      name: `postgres-on-${oldestPostgres}`,
      include: ['tests/postgres/**/*.test.ts'],
      needs: ['oldest-postgres', 'build'],
    },
  ]
}

const parts: readonly Part[] = [
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
  // The long forms: they measure, and take too long for every change.
  ...(process.env['VERIFY'] === '1'
    ? [
        {
          name: 'verify',
          include: ['tests/verify/**/*.test.ts'],
          needs: ['postgres', 'build', 'chromium'],
          alone: true,
        } satisfies Part,
        ...(await onOldestPostgres()),
      ]
    : []),
]

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
      ...(part.alone === true && { maxWorkers: 1 }),
    },
  }
}

export default defineConfig({
  test: {
    projects: [
      ...parts.map(project),
      {
        extends: 'web/vite.config.ts',
        test: {
          name: 'page',
          include: ['web/**/*.test.{ts,tsx}'],
          sequence: { groupOrder: parts.length },
        },
      },
    ],
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
