import type { MasjidKhutbah } from '../directory/record-queries.ts'

/** The id of the section with the slots that need a khateeb. */
export const slotsWithoutKhateebId = 'without-khateeb'

/** How many upcoming slots lost their khateeb, and have no other yet. */
export function withdrawalCount(khutbahs: readonly MasjidKhutbah[]): number {
  return khutbahs.flatMap(({ times }) => times).filter(({ withdrawal }) => withdrawal !== null).length
}
