/** Where a masjid is, and whose clock its times follow. */
export interface MasjidPlace {
  readonly address: string
  readonly zipCode: string
  /** IANA name. */
  readonly timeZone: string
}

/** Whether its khateebs must be told of a change: they would go to another address, or come at another hour. */
export function hasMoved(before: MasjidPlace, after: MasjidPlace): boolean {
  return (
    before.address !== after.address || before.zipCode !== after.zipCode || before.timeZone !== after.timeZone
  )
}
