import { createContext } from 'react'
import type { OperatorSettings } from '../../contract/rendered-screen.ts'

export const SettingsContext = createContext<OperatorSettings>({})

/** Reads the operator's settings that most screens use. The server writes them into the document's head. */
export function settingsIn(page: Document): OperatorSettings {
  const setting = (name: string) =>
    page.querySelector<HTMLMetaElement>(`meta[name=minbar-${name}]`)?.content || undefined
  return { infoSiteUrl: setting('info-site-url'), donationUrl: setting('donation-url') }
}
