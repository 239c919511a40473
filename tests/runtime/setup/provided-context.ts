import type { ChromiumProgram } from '../../../tools/browser/chromium-program.ts'

declare module 'vitest' {
  /** The values that a test reads with `inject`. vitest.config.ts assigns them to projects. */
  export interface ProvidedContext {
    /** The URL of this test run's PostgreSQL cluster, for `createDatabase`. */
    postgresCluster: string
    /** The folder of the build, for `startServer`. */
    build: string
    /** The folder of the container image, which no test may change. */
    image: string
    /** The Chromium program, for `launchChromium`. */
    chromium: ChromiumProgram
  }
}
