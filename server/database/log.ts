/** The part of a pino logger that this code uses. */
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, message: string) => void>
