import { password } from '../runtime/people.ts'
import { newNetwork } from './flood.ts'

/**
 * Signs in as a browser does, from a new network.
 * @param cookie the browser's device cookie from its previous sign-in, empty at first
 * @returns the status, and the new device cookie
 */
export async function signInAs(
  url: string,
  email: string,
  cookie: string,
): Promise<{ readonly status: number; readonly cookie: string }> {
  const answer = await fetch(`${url}/identity/sign_in`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      cookie,
      'x-forwarded-for': newNetwork(),
    },
    body: JSON.stringify({ email, password }),
  })
  await answer.arrayBuffer()
  const device = answer.headers.getSetCookie().find((it) => it.startsWith('minbar-device='))
  return { status: answer.status, cookie: device?.split(';')[0] ?? cookie }
}
