/** In milliseconds. Some browsers start to read the file only some time after the click. */
const revokeDelay = 60_000

export function saveAsFile(data: Blob, name: string): void {
  const address = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), revokeDelay)
}
