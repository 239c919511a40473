/** Stores a value, or removes it if it is undefined. Does nothing in a browser that blocks storage, which throws. */
export function setStoredItem(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}
