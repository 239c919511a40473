import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * The options of a program. `uid` and `gid` run it as another user. The test of the container image needs them, to run programs as the user
 * of the container.
 */
type RunOptions = Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>

/**
 * Runs a program without a shell and waits until it ends. Rejects only if the program cannot be started. Returns the exit code (1 if a
 * signal ended the program), and the output: stdout and stderr together.
 */
export async function runProgram(file: string, args: readonly string[], options: RunOptions = {}) {
  const child = spawn(file, [...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  await once(child, 'close')
  return { code: child.exitCode ?? 1, output: Buffer.concat(output).toString() }
}

/** Runs a program and returns its output. Rejects with the output if the exit code is not 0. */
export async function mustRun(
  file: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, output } = await runProgram(file, args, options)
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with code ${code}:\n${output}`)
  return output
}
