import { createContext } from 'react'

/** What the operator has set up beside the product; undefined where there is none. */
interface Settings {
  /** The external info site's address. */
  readonly infoSiteUrl?: string | undefined
  /** The external donation form's address. */
  readonly donationUrl?: string | undefined
}

export const Settings = createContext<Settings>({})

/** The settings, which the server writes into the page's head. */
export function settingsIn(page: Document): Settings {
  const setting = (name: string) =>
    page.querySelector(`meta[name="minbar-${name}"]`)?.getAttribute('content') || undefined
  return { infoSiteUrl: setting('info-site-url'), donationUrl: setting('donation-url') }
}
