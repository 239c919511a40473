import type { Page } from 'playwright-core'

/**
 * Loads documents as a link on another site does, without the SameSite session cookie. They contain neither the caller's
 * rendered screen nor preloaded answers, so the page requests its data itself.
 */
export async function withoutServerRendering(page: Page): Promise<void> {
  await page.route('**', async (route, request) => {
    if (request.resourceType() !== 'document') return route.fallback()
    const headers = { ...(await request.allHeaders()), cookie: 'none=sent', 'sec-fetch-site': 'cross-site' }
    return route.fulfill({ response: await route.fetch({ headers, maxRedirects: 0 }) })
  })
}
