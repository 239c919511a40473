import { createContext } from 'react'
import type { OperatorSettings } from '../../contract/rendered-screen.ts'

export const SettingsContext = createContext<OperatorSettings>({})

/** Reads the settings of most screens, which the server writes into the document's head. */
export function settingsIn(page: Document): OperatorSettings {
  const setting = (name: string) =>
    page.querySelector<HTMLMetaElement>(`meta[name=minbar-${name}]`)?.content || undefined
  return { infoSiteUrl: setting('info-site-url'), donationUrl: setting('donation-url') }
}
