import { fillDemo } from './fill.ts'
import { sampleKhateebs, sampleMasjids } from './sample-people.ts'
import { signInTable } from './sign-in-table.ts'

const khateebs = 30
const pollInterval = 500

/**
 * Waits until a developer's server answers, then fills its database with demo people. Returns a table of accounts to sign in
 * with. If the people exist already, only adds Fridays that they lack.
 */
export async function fillDevServer(baseUrl: string): Promise<string> {
  // The timer must not keep the process running after its server has ended.
  while (!(await answers(baseUrl))) await new Promise((resolve) => setTimeout(resolve, pollInterval).unref())
  const masjids = sampleMasjids()
  const zipCodes = masjids.map((it) => it.zipCode)
  const people = { masjids, khateebs: sampleKhateebs(khateebs, zipCodes) }
  // Shows no progress: it would mix with the logs of the server and of Vite.
  return signInTable(await fillDemo(baseUrl, people, { write: () => {} }))
}

async function answers(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/healthz`)).ok
  } catch {
    return false
  }
}
