import { defineConfig } from 'vite'
import { nodeBundle } from './node-bundle.ts'

/** Bundles the server with its packages. Without bundling, the server would spend half of its startup time on finding 600 files. */
export default defineConfig(nodeBundle(['server/main']))
