import { TargetInUseError } from '../../server/database/snapshot/empty-target.ts'
import { NoSchemaError } from '../../server/database/snapshot/read.ts'
import { UnknownTableError } from '../../server/database/snapshot/write.ts'
import { whyNotStarted } from '../../server/why-not-started.ts'
import { UnwritableFileError } from '../backup/private-file.ts'
import { BackupFileError } from '../backup/read-archive.ts'
import { WrongCommand } from './wrong-command.ts'

/** Errors of tools whose message is one sentence that says what to do. */
const sentences = [
  WrongCommand,
  NoSchemaError,
  TargetInUseError,
  UnknownTableError,
  UnwritableFileError,
  BackupFileError,
]

/** What an operator reads when a command failed: one sentence for what can be mended, else the whole error. */
export function explain(error: unknown): string {
  const found = sentences.some((kind) => error instanceof kind)
  return found && error instanceof Error ? error.message : whyNotStarted(error)
}
