import { landings, paths } from '../app/paths.ts'
import { readSession } from '../app/session.ts'

/** Where to go on from a letter's link: home for whoever is signed in here, else to the login screen. */
export async function landingOrLoginPath(): Promise<string> {
  const session = await readSession().catch(() => null)
  return session === null ? paths.login : landings[session.role]
}
