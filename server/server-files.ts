import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Returns the URL of a file, by its path relative to the server folder. Other modules must not use `import.meta.url`: the build bundles
 * them into files elsewhere, and keeps only this module in its place (tools/build/node-bundle.ts).
 */
export function serverFileUrl(path: string): URL {
  return new URL(path, import.meta.url)
}

/**
 * Reads the text of a generated file. If it cannot be read, throws an error that says which command to run.
 * @param what the file, as the subject of the error message: "The verses"
 */
export function readGeneratedFile(what: string, file: URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const path = fileURLToPath(file)
    throw new Error(`${what} ${path} cannot be read: run \`npx tsx tools/build-data.ts\`.`, { cause })
  }
}
