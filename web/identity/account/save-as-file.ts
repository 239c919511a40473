/** Milliseconds. Some browsers start reading the file some time after the click. */
const revokeDelay = 60_000

/** Saves data as a file in the user's downloads. */
export function saveAsFile(data: Blob, name: string): void {
  const address = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), revokeDelay)
}
