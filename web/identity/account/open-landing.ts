import { withActingParty } from '../../../contract/acting-party.ts'
import type { Role } from '../../../contract/endpoint.ts'
import { landingPaths } from '../../../contract/screen-paths.ts'

/** Opens a new party's landing screen. Loads a new document, because the cached session doesn't list the new party. */
export function openLanding(role: Role, { uid }: { readonly uid: string }): void {
  window.location.assign(withActingParty(landingPaths[role], uid))
}
