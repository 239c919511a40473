import { createContext } from 'react'
import type { OperatorSettings } from '../../contract/rendered-screen.ts'

export const SettingsContext = createContext<OperatorSettings>({})

/** Reads the settings, which the server writes into the document's head. */
export function settingsIn(page: Document): OperatorSettings {
  const setting = (name: string) =>
    page.querySelector(`meta[name="minbar-${name}"]`)?.getAttribute('content') || undefined
  return { infoSiteUrl: setting('info-site-url'), donationUrl: setting('donation-url') }
}
