import type { Page } from '../../contract/client.ts'

/**
 * Reads all pages of a list. Returns the items of each page.
 * @param fetchPage fetches one page; gets the cursor of the page, or no cursor for the first page
 */
export async function readPages<Items>(
  fetchPage: (from: { readonly cursor?: string }) => Promise<Page<Items>>,
): Promise<Items[]> {
  const pages: Items[] = []
  let from: { readonly cursor?: string } | null = {}
  while (from !== null) {
    const { items, nextCursor }: Page<Items> = await fetchPage(from)
    pages.push(items)
    from = nextCursor === null ? null : { cursor: nextCursor }
  }
  return pages
}
