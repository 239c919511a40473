/**
 * Text that the user has typed and not saved, in `sessionStorage`: it outlives a reload of the tab and an ended session. Its keys
 * begin with the user's uid, so that another user who signs in here does not see it.
 */
const prefix = 'unsaved-'

/** The key of a text of the user with this uid. */
export function unsavedKey(uid: string, name: string): string {
  return `${prefix}${uid}-${name}`
}

export function readUnsaved(key: string): string | null {
  return sessionStorage.getItem(key)
}

/** Keeps a text; an empty one is forgotten. */
export function keepUnsaved(key: string, text: string): void {
  if (text === '') sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, text)
}

/** Whether this tab has unsaved text of any user. */
export function hasUnsaved(): boolean {
  return unsavedKeys().length > 0
}

/** Forgets all unsaved text of this tab, except that of the user with this uid. */
export function forgetUnsaved(exceptUid?: string): void {
  for (const key of unsavedKeys()) {
    if (exceptUid === undefined || !key.startsWith(prefix + exceptUid)) sessionStorage.removeItem(key)
  }
}

function unsavedKeys(): string[] {
  return Object.keys(sessionStorage).filter((it) => it.startsWith(prefix))
}
