/** What a pino logger offers. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, message: string) => void>
