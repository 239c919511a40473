import { defineConfig } from 'vite'
import { nodeBundle } from './node-bundle.ts'

/** Commands of the operator, and of a container's engine, each a file of `tools/`. */
const commands = ['admin', 'backup', 'doctor', 'healthcheck', 'move', 'restore']

/** Joins the operator's commands with their packages, for where neither the sources nor what runs them are. */
export default defineConfig(nodeBundle(commands.map((name) => `tools/${name}`)))
