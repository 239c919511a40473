/**
 * Prints a sentence and exits with status 1 when the operator or a service manager stops this process. Without a listener, a signal would
 * end the process without its exit listeners, and leave the PostgreSQL that it has started running.
 */
export function exitWhenStopped(sentence: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      console.error(sentence)
      process.exit(1)
    })
  }
}
