/**
 * The prefix of the `sessionStorage` keys of unsaved text: text that the user has typed but not saved. The text survives a reload of the
 * tab, and the end of the session unless the user signs out in this tab. The uid of the user's party follows the prefix, so that a user
 * who acts for another party does not see the text.
 */
const prefix = 'unsaved-'

/** Returns the `sessionStorage` key of an unsaved text. `uid` is the party that the user acts for. */
export function unsavedKey(uid: string, name: string): string {
  return `${prefix}${uid}-${name}`
}

export function readUnsaved(key: string): string | null {
  return sessionStorage.getItem(key)
}

/** Stores an unsaved text, or removes it if it is empty. */
export function keepUnsaved(key: string, text: string): void {
  if (text === '') sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, text)
}

/** Whether this tab has unsaved text of any user. */
export function hasUnsaved(): boolean {
  return unsavedKeys().length > 0
}

/** Removes all unsaved text from this tab, except the text for the party with the uid `exceptUid`. */
export function forgetUnsaved(exceptUid?: string): void {
  for (const key of unsavedKeys()) {
    if (exceptUid === undefined || !key.startsWith(prefix + exceptUid)) sessionStorage.removeItem(key)
  }
}

function unsavedKeys(): string[] {
  return Object.keys(sessionStorage).filter((it) => it.startsWith(prefix))
}
