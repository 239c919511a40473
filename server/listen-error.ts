import type { Config } from './config.ts'
import { errorReason } from './error-reason.ts'
import { OperatorError } from './operator-error.ts'

/** The server cannot listen on its port. The message is one sentence that tells the operator which setting to change. */
export class ListenError extends OperatorError {
  constructor({ host, port }: Pick<Config, 'host' | 'port'>, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    super(explain(String(code), host, port) ?? `Cannot listen on HOST and PORT: ${errorReason(cause)}.`, {
      cause,
    })
  }
}

function explain(code: string, host: string, port: number): string | undefined {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that listens on it, or set PORT to another port.`
  }
  if (code === 'EACCES') return `This user may not listen on port ${port}: set PORT to 1024 or higher.`
  if (['EADDRNOTAVAIL', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND'].includes(code)) {
    return `HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, but it is "${host}".`
  }
  return undefined
}
