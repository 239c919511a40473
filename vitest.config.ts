import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { DatabaseKind } from './tests/runtime/setup/provided.ts'

type Setup = 'embedded' | 'postgres' | 'build' | 'chromium'

interface Part {
  readonly name: string
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  /** What it needs started, found or made before its first test; the generated data always is. */
  readonly needs?: readonly Setup[]
  readonly database?: DatabaseKind
  /** Its files share a process: to load the server and to warm it up takes longer than most of them. */
  readonly shared?: boolean
}

const api = ['tests/api/**/*.test.ts', 'server/**/*.api.test.ts']
const rules = ['contract', 'domain', 'tools', 'bench', 'tests/runtime', 'tests/docs'].map(
  (room) => `${room}/**/*.test.ts`,
)
/** The one test of our own test runtime that needs a cluster to look at. */
const cluster = ['tests/runtime/postgres-database.test.ts']
/** And the one that needs an embedded database to copy. */
const copies = ['tests/runtime/embedded-database.test.ts']
const journeys = ['tests/journeys/**/*.test.ts']
/** What the page is like whatever database stands behind it; once is enough. */
const ofThePageAlone = [
  'about-me',
  'about-us',
  'account',
  'archive',
  'axe',
  'axe-states',
  'before-the-script',
  'blocking',
  'by-keyboard',
  'by-name',
  'closest',
  'delays',
  'discretion',
  'growing-lists',
  'home',
  'home-screens',
  'hostile-words',
  'known-browser',
  'led-on',
  'masjid-profile',
  'masjid-screens',
  'modes',
  'nothing-moves',
  'nearby-refused',
  'new-address',
  'phone-window',
  'post-a-khutbah',
  'protected',
  'reflow',
  'refused',
  'server-away',
  'session-ends',
  'sign-up-refused',
  'slot-history',
  'somebody-else',
  'steps',
  'suspended',
  'toasts',
  'verified',
  'windows',
].map((name) => `tests/journeys/${name}.test.ts`)

const parts: readonly Part[] = [
  { name: 'rules', include: rules, exclude: [...cluster, ...copies] },
  {
    name: 'server',
    include: ['server/**/*.test.ts', ...cluster],
    exclude: ['**/*.api.test.ts'],
    needs: ['postgres'],
  },
  {
    name: 'api-embedded',
    include: [...api, ...copies],
    database: 'embedded',
    needs: ['embedded'],
    shared: true,
  },
  { name: 'api-postgres', include: api, database: 'postgres', needs: ['postgres'], shared: true },
  {
    name: 'postgres',
    include: ['tests/postgres/**/*.test.ts'],
    database: 'postgres',
    needs: ['postgres', 'build'],
  },
  {
    name: 'journeys-embedded',
    include: journeys,
    exclude: ofThePageAlone,
    database: 'embedded',
    needs: ['build', 'chromium', 'embedded'],
    shared: true,
  },
  {
    name: 'journeys-postgres',
    include: journeys,
    database: 'postgres',
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
        } satisfies Part,
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
      // One after the other: two databases and a browser at once would only wait for each other.
      sequence: { groupOrder: order },
      isolate: part.shared !== true,
      ...(part.database === undefined ? {} : { provide: { database: part.database } }),
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
