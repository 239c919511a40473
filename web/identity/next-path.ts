/**
 * Where the `?next=` in a search leads: a path of this page, or undefined. Anything that a browser could take for another
 * host (`//host`, `/\host`, with a tab or newline in between) is refused, so that a forged link leads nowhere.
 */
export function nextPathIn(search: string): string | undefined {
  const next = new URLSearchParams(search).get('next') ?? ''
  const here = 'https://minbar.invalid'
  const isOurs = next.startsWith('/') && URL.canParse(next, here) && new URL(next, here).origin === here
  return isOurs ? next : undefined
}
