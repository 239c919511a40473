/** An error that the operator can fix. The message is one sentence that tells the operator what to do. */
export abstract class OperatorError extends Error {
  override readonly name: string = this.constructor.name
}
