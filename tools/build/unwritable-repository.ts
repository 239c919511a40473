import { repositoryFolder } from './repository-paths.ts'

/** Thrown if this user may not build in the repository. The message is one sentence that tells the operator what to do. */
export class UnwritableRepositoryError extends Error {
  override readonly name = 'UnwritableRepositoryError'
}

/**
 * If the error says that this user may not use a file of the repository, returns an error with a sentence for the operator. Returns other
 * errors as they are.
 */
export function explainUnwritableRepository(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return error
  const path = String(error.path)
  if (error.code === 'EROFS') {
    return new UnwritableRepositoryError(
      `The file system of ${path} is read-only, and Minbar builds there after an update: mount it so that Minbar can write.`,
      { cause: error },
    )
  }
  if (error.code !== 'EACCES' && error.code !== 'EPERM') return error
  // The id of the user, because a user in a container may have no name.
  return new UnwritableRepositoryError(
    `This user may not use ${path}: run chown -R ${process.getuid?.()} ${repositoryFolder} as root.`,
    { cause: error },
  )
}

/** Ends this command with the sentence of an UnwritableRepositoryError. Throws other errors. Call it before the command starts anything. */
export function exitIfUnwritable(error: unknown): never {
  if (!(error instanceof UnwritableRepositoryError)) throw error
  console.error(error.message)
  process.exit(1)
}
