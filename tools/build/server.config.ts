import { defineConfig } from 'vite'
import { nodeBundle } from './node-bundle.ts'

/** Joins the server with its packages: half of a start was to look for the six hundred files that they are written in. */
export default defineConfig(nodeBundle(['server/main']))
