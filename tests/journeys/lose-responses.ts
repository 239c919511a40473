import type { Page } from 'playwright-core'

/**
 * Drops the first successful response to a call, after the server has made the change.
 * @param part the whole response, or only its body, so that the browser keeps the response's cookies
 */
export async function loseFirstResponse(
  page: Page,
  path: string,
  part: 'response' | 'body' = 'response',
): Promise<void> {
  let isLost = false
  await page.route(`**${path}`, async (route) => {
    const context = page.context()
    const cookies = await context.cookies()
    // This stores the response's cookies in the browser.
    const response = await route.fetch()
    if (isLost || !response.ok()) return route.fulfill({ response })
    isLost = true
    if (part === 'response') await context.addCookies(cookies)
    return route.abort()
  })
}
