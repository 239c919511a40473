/**
 * Prints a sentence and exits with status 1 when the operator or a service manager stops this process. Without a listener, a signal would
 * end the process without its exit listeners, and the PostgreSQL that it has started would keep running. The listener stays, because one
 * Ctrl+C may arrive twice, from the terminal and from npm or sudo. Without the listener, the second signal would end the process during its
 * exit listeners.
 * @param sentence returns the sentence for the current state; undefined if the process is about to end by itself
 */
export function exitWhenStopped(sentence: () => string | undefined): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const text = sentence()
      if (text === undefined) return
      console.error(text)
      process.exit(1)
    })
  }
}
