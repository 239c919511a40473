import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'vite'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/**
 * How Vite joins programs for Node and their packages in a few files. What has files of its own beside its code stays a
 * package.
 * @param entries what processes begin with, as paths from the repository without `.ts`; they keep their names
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
      emptyOutDir: false,
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry, `${repository}${entry}.ts`])),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'server/[name]-[hash].js',
          // It knows by its own place where the others are.
          codeSplitting: { groups: [{ name: 'files', test: /[\\/]server[\\/]files\.ts$/u }] },
        },
      },
    },
  }
}
