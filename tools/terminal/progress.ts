/** Where progress is written: the terminal, or a file that keeps every line. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  /** One more is done. */
  readonly step: () => void
  /** Says something that stays to be read. */
  readonly say: (line: string) => void
  /** Ends it with how long it took. */
  readonly end: () => void
}

/** Clears the line and returns to its beginning (ECMA-48). */
const clearLine = '\r\u001b[2K'

/** Shows how far work of `total` steps is: on a terminal in one line that changes, else in a line for each tenth. */
export function startProgress(label: string, total: number, screen: Screen = process.stdout): Progress {
  const start = performance.now()
  let done = 0
  const state = () => `${label}: ${done} of ${total}`
  const draw = () => void (screen.isTTY === true && screen.write(`${clearLine}${state()}`))
  draw()
  return {
    step() {
      done += 1
      draw()
      const tenth = (count: number) => Math.floor((count * 10) / total)
      // The last one is told by the end.
      if (screen.isTTY !== true && done < total && tenth(done) > tenth(done - 1)) screen.write(`${state()}\n`)
    },
    say(line) {
      screen.write(`${screen.isTTY === true ? clearLine : ''}${line}\n`)
      draw()
    },
    end() {
      const seconds = ((performance.now() - start) / 1_000).toFixed(1)
      screen.write(`${screen.isTTY === true ? clearLine : ''}${state()}, ${seconds} s\n`)
    },
  }
}
