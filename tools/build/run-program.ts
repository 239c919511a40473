import { type SpawnOptions, spawn } from 'node:child_process'

export interface ProgramResult {
  /** The exit code; 1 when a signal ended the program. */
  readonly code: number
  /** stdout and stderr, interleaved. */
  readonly output: string
}

type Where = Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>

/** Runs a program without a shell and waits until it ends. Rejects only if the program cannot be started. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: Where = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString() }))
  })
}

/** Runs a program and returns its output. Rejects with the output if the exit code is not 0. */
export async function mustRun(file: string, args: readonly string[], options: Where = {}): Promise<string> {
  const { code, output } = await runProgram(file, args, options)
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with code ${code}:\n${output}`)
  return output
}
