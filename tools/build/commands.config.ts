import { defineConfig } from 'vite'
import { joined } from './joined.ts'

/** Commands of the operator, and of a container's engine, each a file of `tools/`. */
const commands = ['admin', 'healthcheck']

/** Joins the operator's commands with their packages, for where neither the sources nor what runs them are. */
export default defineConfig(joined(commands.map((name) => `tools/${name}`)))
