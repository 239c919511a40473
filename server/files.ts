/**
 * Where a file of this folder is, by its path in it. A build joins the modules in other files, and keeps this one where it
 * is (tools/build/server.config.ts): whoever wants a file beside the code asks here.
 */
export function fileOfServer(path: string): URL {
  return new URL(path, import.meta.url)
}
