/** Names that replace those of deleted accounts. */
export const formerKhateeb = 'Former khateeb'
export const formerMasjid = 'Former masjid'
