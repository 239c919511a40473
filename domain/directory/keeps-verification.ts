import { milesBetween, type Point } from './distance.ts'

/** Miles that a verified masjid may move from where the operator verified it. */
const maxMove = 50

/** What the operator has verified: that a masjid of this name is at this place. */
interface Verified extends Point {
  readonly masjidName: string
}

/** Whether a changed masjid is still the one that the operator verified. Otherwise the operator has to verify it again. */
export function keepsVerification(verified: Verified, changed: Verified): boolean {
  return changed.masjidName === verified.masjidName && milesBetween(verified, changed) <= maxMove
}
