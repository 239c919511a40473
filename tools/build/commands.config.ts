import { defineConfig } from 'vite'
import { nodeBundle } from './node-bundle.ts'

/** Files of `tools/`: the operator's commands, and the health check of the container. */
const commands = ['admin', 'backup', 'doctor', 'healthcheck', 'move-database', 'restore']

/** Bundles the operator's commands with their packages for the container image, which has no sources and no tsx. */
export default defineConfig(nodeBundle(commands.map((name) => `tools/${name}`)))
