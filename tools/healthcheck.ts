import { readConfig } from '../server/config.ts'

/** Milliseconds: less than the three seconds of the Dockerfile's HEALTHCHECK. */
const timeout = 2_500

// Exits with 0 if the server in this container answers. The image has no curl.
const { port } = readConfig(process.env)
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(timeout) })
process.exitCode = answer.ok ? 0 : 1
