import type { ChromiumProgram } from '../../../tools/browser/chromium-program.ts'

/** Which database the tests of a project run on. */
export type DatabaseKind = 'embedded' | 'postgres'

declare module 'vitest' {
  /** What a test reads with `inject`. vitest.config.ts says which project is given what. */
  export interface ProvidedContext {
    database: DatabaseKind
    /** The folder of the embedded database that tests open copies of. */
    embeddedTemplate: string
    /** The run's own PostgreSQL cluster; `createDatabase` makes databases in it. */
    postgresCluster: string
    /** The folder of the build, for `startServer`. */
    build: string
    /** For `launchChromium`. */
    chromium: ChromiumProgram
  }
}
