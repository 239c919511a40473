/**
 * Stores a value in `localStorage`, or removes it if undefined. Does nothing if the browser blocks storage, which makes each access throw.
 */
export function setStoredItem(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}
