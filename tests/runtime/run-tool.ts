import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

type Env = Readonly<Record<string, string>>

/** Runs `npm run NAME -- ARGS` without npm, until it ends. DATABASE_URL and DATA_DIR come from `env` only. */
export async function runTool(name: string, args: readonly string[], env: Env) {
  const tool = startTool(name, args, env)
  const [stdout, stderr] = await Promise.all([text(tool.stdout), text(tool.stderr), once(tool, 'close')])
  return { code: tool.exitCode, stdout, stderr }
}

/** Starts a tool, for a test that kills it before it ends. */
export function startTool(name: string, args: readonly string[], env: Env) {
  const { DATABASE_URL: _, DATA_DIR: __, ...rest } = process.env
  const program = ['--import', 'tsx', `tools/${name}.ts`]
  return spawn(process.execPath, [...program, ...args], { env: { ...rest, ...env }, stdio: 'pipe' })
}
