/** The search parameter with the id of the slot whose panel is open. */
export const slotParameter = 'slot'

/** Whether `search`, the query of a screen's address, has the id of a slot whose panel is open. */
export const isPanelOpen = (search: string) => search.includes(`${slotParameter}=`)
