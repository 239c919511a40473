/** A command that cannot be carried out; the message is one sentence. */
export class WrongCommand extends Error {
  override readonly name = 'WrongCommand'
}
