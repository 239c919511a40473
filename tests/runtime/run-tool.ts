import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Env = Readonly<Record<string, string>>

/** The exit code and output of a tool. */
export interface ToolResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `npm run NAME -- ARGS` without npm, until it ends. DATABASE_URL and DATA_DIR come from `env` only. */
export async function runTool(name: string, args: readonly string[], env: Env): Promise<ToolResult> {
  try {
    return { code: 0, ...(await run(process.execPath, [...program(name), ...args], { env: full(env) })) }
  } catch (error) {
    if (isResult(error)) return error
    throw error
  }
}

/** Starts a tool, for a test that kills it before it ends. */
export function startTool(name: string, args: readonly string[], env: Env) {
  return spawn(process.execPath, [...program(name), ...args], { env: full(env), stdio: 'pipe' })
}

const program = (name: string) => ['--import', 'tsx', `tools/${name}.ts`]

function full(env: Env): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, DATA_DIR: __, ...rest } = process.env
  return { ...rest, ...env }
}

function isResult(error: unknown): error is ToolResult {
  return error instanceof Error && 'stdout' in error && 'code' in error && typeof error.code === 'number'
}
