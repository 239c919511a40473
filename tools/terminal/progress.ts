/** The output for progress: a terminal, or a file. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** The control sequence that clears the line and moves the cursor to its beginning (ECMA-48). */
const clearLine = '\r\u001b[2K'

/**
 * Shows the progress of `total` steps. On a terminal, it updates a single line; in a file, it writes a line for each tenth of the steps.
 */
export function startProgress(label: string, total: number, output: ProgressOutput = process.stdout) {
  const start = performance.now()
  let done = 0
  const state = () => `${label}: ${done} of ${total}`
  const draw = () => void (output.isTTY === true && output.write(`${clearLine}${state()}`))
  draw()
  return {
    /** Counts one more finished step. */
    step: () => {
      done += 1
      draw()
      const tenth = (count: number) => Math.floor((count * 10) / total)
      // `end` prints the last line.
      if (output.isTTY !== true && done < total && tenth(done) > tenth(done - 1)) output.write(`${state()}\n`)
    },
    /** Prints a line that stays. */
    say: (line: string) => {
      output.write(`${output.isTTY === true ? clearLine : ''}${line}\n`)
      draw()
    },
    /** Prints the final state and the elapsed time. */
    end: () => {
      const seconds = ((performance.now() - start) / 1_000).toFixed(1)
      output.write(`${output.isTTY === true ? clearLine : ''}${state()}, ${seconds} s\n`)
    },
  }
}
