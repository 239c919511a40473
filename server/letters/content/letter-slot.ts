/** The slot of a letter. `date` (YYYY-MM-DD) and `time` (HH:MM) are in the masjid's time zone. */
export interface SlotInLetter {
  readonly slotId: string
  readonly masjidUid: string
  readonly masjidName: string
  readonly city: string
  readonly stateCode: string
  readonly zipCode: string
  readonly address: string
  readonly timeZone: string
  readonly date: string
  readonly time: string
  /**
   * Whether the masjid is suspended. Set when the letter is sent. Screens hide the address of a suspended masjid, and so do letters, except
   * for news of a new address: the khateeb who gets this news stays confirmed, and would otherwise go to the old address.
   */
  readonly isMasjidSuspended?: boolean
}

/** The address and time zone of a masjid before it moved. */
export interface PlaceInLetter {
  readonly address: string
  readonly city: string
  readonly stateCode: string
  readonly zipCode: string
  readonly timeZone: string
}

/** The date, time and place of a slot. An invitation stores what its last letter showed, so that Minbar finds later changes. */
export type SlotTimeAndPlace = Pick<SlotInLetter, 'date' | 'time' | 'timeZone' | 'address' | 'zipCode'>
