import type { Page } from 'playwright-core'

/**
 * Drops the first successful responses to a call, after the server has made the changes.
 * @param part the whole response, or only its body, so that the browser keeps the response's cookies
 * @param count the number of dropped responses
 */
export async function loseFirstResponses(
  page: Page,
  path: string,
  { part = 'response', count = 1 }: { part?: 'response' | 'body'; count?: number } = {},
): Promise<void> {
  let lost = 0
  await page.route(`**${path}`, async (route) => {
    const context = page.context()
    const cookies = await context.cookies()
    // This stores the response's cookies in the browser.
    const response = await route.fetch()
    if (lost === count || !response.ok()) return route.fulfill({ response })
    lost += 1
    if (part === 'response') await context.addCookies(cookies)
    return route.abort()
  })
}
