/** A command that cannot be carried out. The message explains it to the operator in one sentence. */
export class WrongCommand extends Error {
  override readonly name = 'WrongCommand'
}
