/** Resolves with the result of reading a file or a folder; undefined if it does not exist. */
export function undefinedIfFileMissing<Content>(reading: Promise<Content>): Promise<Content | undefined> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}
