import type { Page } from 'playwright-core'

/**
 * Makes the page load documents without the SameSite session cookie, as a link on another site does. The server then neither renders the
 * screen nor preloads responses, so the page requests its data itself.
 */
export async function disableServerRendering(page: Page): Promise<void> {
  await page.route('**', async (route, request) => {
    if (request.resourceType() !== 'document') return route.fallback()
    // The header must not be missing: `fetch` would then send the cookies of the browser. The server ignores a cookie that it doesn't know.
    const headers = { ...(await request.allHeaders()), cookie: 'none=sent', 'sec-fetch-site': 'cross-site' }
    return route.fulfill({ response: await route.fetch({ headers, maxRedirects: 0 }) })
  })
}
