import { type ParseArgsConfig, parseArgs } from 'node:util'
import { OperatorError } from '../../server/operator-error.ts'

/** Thrown if a command cannot be carried out. The message explains the reason to the operator in one sentence. */
export class CommandError extends OperatorError {}

/** Parses the arguments of `npm run COMMAND` like `parseArgs`. Throws CommandError. */
export function parseCommand<T extends ParseArgsConfig>(
  command: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandError(`${why}. See npm run ${command} -- --help`)
  }
}
