import type { ChromiumProgram } from '../../../tools/browser/chromium-program.ts'

/** The oldest major version of PostgreSQL that the product supports. */
export const oldestPostgres = 15

declare module 'vitest' {
  /** What a test reads with `inject`. vitest.config.ts says which project is given what. */
  export interface ProvidedContext {
    /** The run's own PostgreSQL cluster; `createDatabase` makes databases in it. */
    postgresCluster: string
    /** The folder of the build, for `startServer`. */
    build: string
    /** For `launchChromium`. */
    chromium: ChromiumProgram
  }
}
