import type { ChromiumProgram } from '../../../tools/browser/chromium-program.ts'

declare module 'vitest' {
  /** The values that a test reads with `inject`. vitest.config.ts assigns them to projects. */
  export interface ProvidedContext {
    /** URL of this run's PostgreSQL cluster, for `createDatabase`. */
    postgresCluster: string
    /** The folder of the build, for `startServer`. */
    build: string
    /** The folder of the container image, which no test may change. */
    image: string
    /** For `launchChromium`. */
    chromium: ChromiumProgram
  }
}
