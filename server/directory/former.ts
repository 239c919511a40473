/** What history calls somebody whose account was deleted. */
export const formerKhateeb = 'Former khateeb'
