import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'vite'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Returns the Vite configuration that bundles programs for Node with their packages into a few files. Packages with native code stay
 * outside.
 * @param entries the entry modules, as paths in the repository without `.ts`; the bundles keep these names
 */
export function nodeBundle(entries: readonly string[]): UserConfig {
  return {
    root: repository,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['@node-rs/argon2', 'pg-native'] },
    build: {
      ssr: true,
      target: 'node20',
      // The folder may already have another bundle: the image has the server and the commands in one folder.
      emptyOutDir: false,
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry, `${repository}${entry}.ts`])),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'server/[name]-[hash].js',
          // V8 keeps the sources in memory. A single character beyond Latin-1 would double their size.
          charset: 'ascii',
          comments: false,
          // server-files.ts finds other files relative to its own path, so it must stay a file of its own.
          codeSplitting: { groups: [{ name: 'server-files', test: /[\\/]server[\\/]server-files\.ts$/u }] },
        },
      },
    },
  }
}
