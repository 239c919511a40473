import { milesBetween, type Point } from './distance.ts'

/** Miles that a verified masjid may move from where the operator verified it. */
const maxMove = 50

/** What the operator has verified of a masjid: that a masjid of this name is at this place. */
interface VerifiedMasjid extends Point {
  readonly masjidName: string
}

/** Whether a changed masjid is still the one that the operator verified. Otherwise the operator has to verify it again. */
export function masjidKeepsVerification(verified: VerifiedMasjid, changed: VerifiedMasjid): boolean {
  return changed.masjidName === verified.masjidName && milesBetween(verified, changed) <= maxMove
}

interface KhateebName {
  readonly firstName: string
  readonly lastName: string
}

/** The same of a khateeb, of whom the operator has verified the name. A khateeb may move. */
export function khateebKeepsVerification(verified: KhateebName, changed: KhateebName): boolean {
  return changed.firstName === verified.firstName && changed.lastName === verified.lastName
}
