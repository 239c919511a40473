/**
 * The prefix of the `sessionStorage` keys of unsaved text: text that the user has typed but not saved. The text survives a reload of the
 * tab. It also survives the end of the session, unless the user signs out in this tab. The person's id and the uid of their party follow
 * the prefix. So only this person sees the text, and only while they act for this party.
 */
const prefix = 'unsaved-'

interface Account {
  readonly personId: string
  /** The party for which the user acts. */
  readonly uid: string
}

/** Returns the `sessionStorage` key of an unsaved text of the user. */
export function unsavedTextKey({ personId, uid }: Account, name: string): string {
  return `${prefix}${personId}-${uid}-${name}`
}

export function readUnsavedText(key: string): string | null {
  return sessionStorage.getItem(key)
}

/** Stores an unsaved text, or removes it if it is empty. */
export function keepUnsavedText(key: string, text: string): void {
  if (text === '') sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, text)
}

/** Whether this tab has unsaved text of any user. */
export function hasUnsavedText(): boolean {
  return unsavedTextKeys().length > 0
}

/** Removes all unsaved text from this tab, except what the person with the id `exceptId` has typed for any party. */
export function forgetUnsavedText(exceptId?: string): void {
  for (const key of unsavedTextKeys()) {
    if (exceptId === undefined || !key.startsWith(prefix + exceptId)) sessionStorage.removeItem(key)
  }
}

function unsavedTextKeys(): string[] {
  return Object.keys(sessionStorage).filter((it) => it.startsWith(prefix))
}
