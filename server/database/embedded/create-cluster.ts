import { startEngine } from './engine.ts'

/** A process's entry: makes a new cluster in the directory that its argument names, then ends. */
async function main(directory: string): Promise<void> {
  // Whoever waits for this cluster is at the other end; once he is gone, nobody does.
  process.stdin.once('end', () => process.exit(1)).resume()
  const engine = await startEngine({
    directory,
    onSync: () => {},
    onLog: (line) => process.stderr.write(`${line}\n`),
    onFatal: (cause) => {
      process.stderr.write(`${String(cause)}\n`)
      process.exit(1)
    },
  })
  await engine.close()
  process.exit(0)
}

await main(process.argv[2] ?? '')
