import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launchChromium } from './browser/chromium.ts'
import { findChromium } from './browser/chromium-program.ts'
import { startTemporaryServer } from './demo/temporary-server.ts'
import { allScreens } from './shots/all-screens.ts'
import { createFixtures } from './shots/fixtures.ts'
import { indexPage } from './shots/index-page.ts'
import { shotsFolder } from './shots/picture.ts'
import { takePictures } from './shots/take-pictures.ts'

/**
 * Takes pictures of every screen in its important states, on a phone and a desktop, in light and dark mode, for visual review.
 * `--only dashboard,login` selects screens by parts of their names.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const only = values.only.split(',')
const screens = allScreens.filter(({ name }) => only.some((part) => name.includes(part)))
const browser = await launchChromium(await findChromium())
const dataDir = await mkdtemp(join(tmpdir(), 'minbar-shots-'))
const server = await startTemporaryServer({ DATA_DIR: dataDir, DATABASE_URL: '' })
try {
  const pictures = await takePictures(browser, await createFixtures(server.url), screens)
  const index = join(shotsFolder, 'index.html')
  await writeFile(index, indexPage(pictures))
  console.log(`${pictures.length} pictures. Open ${index}`)
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true })
}
