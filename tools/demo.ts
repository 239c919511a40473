import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CallFailed, createClient } from '../contract/client.ts'
import { getPasswordPolicy } from '../contract/identity.ts'
import { UnwritableRepositoryError } from './build/unwritable-repository.ts'
import { masjidsFromCsv } from './demo/csv-masjids.ts'
import { type FilledDemo, fillDemo, signInTable } from './demo/fill.ts'
import { type DemoOptions, helpText, readOptions } from './demo/options.ts'
import { samplePeople } from './demo/sample-people.ts'
import { startTemporaryServer } from './demo/temporary-server.ts'
import { ServerDidNotStart } from './server/server-process.ts'
import { CommandError } from './terminal/command-error.ts'

try {
  const options = readOptions(process.argv.slice(2))
  if (options.help) console.log(helpText)
  else await runDemo(options)
} catch (error) {
  console.error(sentenceOf(error))
  process.exitCode = 1
}

async function runDemo({ masjids: file, khateebs, url }: DemoOptions): Promise<void> {
  const people = samplePeople(khateebs, file === undefined ? undefined : await readMasjids(file))
  if (url !== undefined) {
    await requireServer(url)
    report(await fillDemo(url, people))
    console.log(`\nOpen ${url} and sign in.`)
    return
  }
  const server = await startTemporaryServer()
  try {
    report(await fillDemo(server.url, people))
  } finally {
    await server.stop()
  }
  console.log('\nRun npm start, open the address that it prints, and sign in.')
}

async function readMasjids(file: string) {
  // npm runs scripts in the folder of the repository. INIT_CWD is the folder in which the operator ran npm.
  const path = resolve(process.env['INIT_CWD'] ?? '.', file)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${error.code}).`,
    )
  })
  const { masjids, skipped } = masjidsFromCsv(text)
  for (const { row, reason } of skipped) console.log(`Skipped ${row}: ${reason}`)
  console.log(`Read ${masjids.length} masjids, skipped ${skipped.length} rows.`)
  return masjids
}

async function requireServer(url: string): Promise<void> {
  try {
    await createClient({ baseUrl: url, fetch }).call(getPasswordPolicy, {})
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 0) throw error
    throw new CommandError(`No server answers at ${url}: start one with npm start, or leave --url out.`)
  }
}

function report(filled: FilledDemo): void {
  for (const { name, reason } of filled.refused) console.log(`Skipped ${name}: ${reason}`)
  console.log(`${filled.posted} slots posted, ${filled.found} existed already.\n`)
  console.log(signInTable(filled))
}

/** Returns one sentence for an error that the operator can fix, and the stack for other errors. */
function sentenceOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof UnwritableRepositoryError) return error.message
  if (error instanceof ServerDidNotStart) {
    return `${error.said}\nA running server can be filled if its limits allow this: see --url in npm run demo -- --help`
  }
  if (error instanceof CallFailed)
    return `The server refused a call of the demo: ${error.message} (${error.code})`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
