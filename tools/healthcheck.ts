import { readConfig } from '../server/config.ts'

/** The timeout in milliseconds: less than the three seconds of HEALTHCHECK in the Dockerfile. */
const timeout = 2_500

// Exits with 0 if the server in this container answers. A program is needed because the image has no curl.
const { port } = readConfig(process.env)
const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(timeout) })
process.exitCode = response.ok ? 0 : 1
