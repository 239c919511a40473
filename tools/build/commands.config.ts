import { defineConfig } from 'vite'
import { nodeBundle } from './node-bundle.ts'

/** The files in `tools/` with the operator's commands and the health check of the container. */
const commands = ['admin', 'backup', 'doctor', 'healthcheck', 'move-database', 'restore']

/** Bundles the operator's commands with their packages for the container image. The image has neither the sources nor tsx. */
export default defineConfig(nodeBundle(commands.map((name) => `tools/${name}`)))
