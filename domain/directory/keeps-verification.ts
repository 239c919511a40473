import { milesBetween, type Point } from './distance.ts'

/** The most miles that a verified masjid can be from the place where the operator verified it. */
const maxMove = 50

/** The name and the coordinates of a masjid, either at its verification or after a change. The verification depends on both. */
interface VerifiableMasjid extends Point {
  readonly masjidName: string
}

/** Whether a masjid stays verified after a change of its profile. If not, the operator has to verify it again. */
export function masjidKeepsVerification(verified: VerifiableMasjid, changed: VerifiableMasjid): boolean {
  return changed.masjidName === verified.masjidName && milesBetween(verified, changed) <= maxMove
}

interface KhateebName {
  readonly firstName: string
  readonly lastName: string
}

/** Whether a khateeb stays verified after a change of the profile: the name must stay the same. A khateeb may move. */
export function khateebKeepsVerification(verified: KhateebName, changed: KhateebName): boolean {
  return changed.firstName === verified.firstName && changed.lastName === verified.lastName
}
