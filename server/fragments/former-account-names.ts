/** What history calls those whose account was deleted. */
export const formerKhateeb = 'Former khateeb'
export const formerMasjid = 'Former masjid'
