import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from './browser/chromium.ts'
import { findChromium } from './browser/chromium-program.ts'
import { startTemporaryServer } from './demo/temporary-server.ts'
import { allScreens } from './shots/all-screens.ts'
import { createFixtures } from './shots/fixtures.ts'
import { indexPage } from './shots/index-page.ts'
import { shotsFolder } from './shots/screenshot.ts'
import { takeScreenshots } from './shots/take-screenshots.ts'
import { CommandError, parseCommand } from './terminal/command-error.ts'
import { explainError } from './terminal/explain-error.ts'

const helpText = `npm run shots [-- --only NAMES]

Takes screenshots of every screen in its important states, on a phone and a desktop, in light and dark mode,
for visual review, into .shots/. NAMES, such as dashboard,login, selects screens by parts of their names.`

try {
  const { values } = parseCommand('shots', {
    options: { only: { type: 'string', default: '' }, help: { type: 'boolean', default: false } },
  })
  if (values.help) console.log(helpText)
  else await takeShots(values.only.split(','))
} catch (error) {
  console.error(explainError(error))
  process.exitCode = 1
}

async function takeShots(names: readonly string[]): Promise<void> {
  const screens = allScreens.filter(({ name }) => names.some((part) => name.includes(part)))
  if (screens.length === 0) throw new CommandError(`No screen has ${names.join(' or ')} in its name.`)
  const browser = await launchChromium(await findChromium())
  const dataDir = await mkdtemp(join(tmpdir(), 'minbar-shots-'))
  const server = await startTemporaryServer({ DATA_DIR: dataDir, DATABASE_URL: '' })
  try {
    const screenshots = await takeScreenshots(browser, await createFixtures(server.url), screens)
    const index = join(shotsFolder, 'index.html')
    await writeFile(index, indexPage(screenshots))
    console.log(`${screenshots.length} screenshots. Open ${index}`)
  } finally {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true })
  }
}
