import type { MasjidKhutbah } from '../directory/record-queries.ts'

/** The id of the section with the slots that need a khateeb. */
export const slotsWithoutKhateebId = 'without-khateeb'

/** Returns the number of upcoming slots that are open because their khateeb withdrew. */
export function withdrawalCount(khutbahs: readonly MasjidKhutbah[]): number {
  return khutbahs.flatMap(({ times }) => times).filter(({ withdrawal }) => withdrawal !== null).length
}
