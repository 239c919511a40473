import { landings, paths } from '../app/paths.ts'
import { readSession } from '../app/session.ts'

/** The path to continue to after a letter's link: the landing screen if this browser is signed in, otherwise the login. */
export async function landingOrLoginPath(): Promise<string> {
  const session = await readSession().catch(() => null)
  return session === null ? paths.login : landings[session.role]
}
