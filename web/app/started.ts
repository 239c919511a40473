declare global {
  /** By their URLs and bodies, what `early-calls.ts` has asked for while the page's scripts were on their way. */
  var started: Map<string, Promise<Response>> | undefined
}

/** The answer to a call, if it has been made already; it is for whoever asks first. */
export function takeStarted(url: string, body = ''): Promise<Response> | undefined {
  const answer = globalThis.started?.get(url + body)
  globalThis.started?.delete(url + body)
  return answer
}

/** To be called when the first screen stands: what it hasn't taken is nobody's, and grows old. */
export function forgetStarted(): void {
  globalThis.started = undefined
}
