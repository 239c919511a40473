/** The search parameter with the id of the slot whose panel is open. */
export const slotParameter = 'slot'

/** Whether a screen's address has an open panel. */
export const isPanelOpen = (search: string) => search.includes(`${slotParameter}=`)
