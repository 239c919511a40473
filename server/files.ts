/**
 * URL of a file, by its path relative to the server folder. Other modules must not use `import.meta.url`: the build bundles
 * them into files elsewhere, and keeps only this module in its place (tools/build/node-bundle.ts).
 */
export function fileOfServer(path: string): URL {
  return new URL(path, import.meta.url)
}
