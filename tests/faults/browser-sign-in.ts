import { password } from '../runtime/people.ts'
import { newNetwork } from './flood.ts'

/**
 * Signs in as a page does, from a network of its own.
 * @param cookie what the browser keeps from its sign-in before, empty at first
 * @returns the status, and the cookie that the browser keeps now
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
