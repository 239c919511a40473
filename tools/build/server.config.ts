import { defineConfig } from 'vite'
import { joined } from './node-bundle.ts'

/** Joins the server with its packages: half of a start was to look for the six hundred files that they are written in. */
export default defineConfig(joined(['server/main']))
