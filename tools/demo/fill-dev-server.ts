import { fillDemo } from './fill.ts'
import { sampleMasjids, sampleKhateebs } from './sample-people.ts'
import { signInTable } from './sign-in-table.ts'

const khateebs = 30
const betweenLooks = 500

/**
 * Fills the database of a developer's server with demo people once it answers, and gives a table of those to sign in
 * as. Where they are already, only Fridays that have come into sight are added.
 */
export async function fillDevServer(baseUrl: string): Promise<string> {
  // The wait alone keeps no process alive whose server has ended.
  while (!(await answers(baseUrl))) await new Promise((resolve) => setTimeout(resolve, betweenLooks).unref())
  const masjids = sampleMasjids()
  const zipCodes = masjids.map((it) => it.zipCode)
  const cast = { masjids, khateebs: sampleKhateebs(khateebs, zipCodes) }
  // The terminal belongs to the server's log and to Vite.
  return signInTable(await fillDemo(baseUrl, cast, { write: () => {} }))
}

async function answers(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/healthz`)).ok
  } catch {
    return false
  }
}
