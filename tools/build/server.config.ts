import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** What a process begins with. */
const entries = ['server/main']

/**
 * Joins the server and its packages in a few files: half of a start was to look for the six hundred that they are written
 * in. What has files of its own beside its code stays a package.
 */
export default defineConfig({
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
})
