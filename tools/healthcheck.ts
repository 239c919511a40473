import { readConfig } from '../server/config.ts'

/** Milliseconds; a container's engine waits for three seconds. */
const answersWithin = 2_500

// Ends with 0 where the server in this container answers: an image has no curl.
const { port } = readConfig(process.env)
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(answersWithin) })
process.exitCode = answer.ok ? 0 : 1
