import { extname } from 'node:path'
import { fileOfServer } from '../../files.ts'

/**
 * An entry file beside this one, `name` without its extension, and the Node options with which a new thread or
 * process can read it: none for the built JavaScript, tsx for the sources (Node 20 reads no TypeScript; tsx's own
 * `--import tsx` works in a main thread only).
 */
export function entry(name: string): { url: URL; execArgv: string[] } {
  const extension = extname(import.meta.url)
  const url = fileOfServer(`database/embedded/${name}${extension}`)
  if (extension !== '.ts') return { url, execArgv: [] }
  const tsx = import.meta.resolve('tsx/esm/api')
  return { url, execArgv: ['--import', `data:text/javascript,import { register } from '${tsx}'; register()`] }
}
