import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from './browser/chromium.ts'
import { findChromium } from './browser/chromium-program.ts'
import { startTemporaryServer } from './demo/temporary-server.ts'
import { writeContactSheets } from './shots/contact-sheets.ts'
import { createFixtures } from './shots/fixtures.ts'
import { readShotsOptions, type ShotsOptions } from './shots/options.ts'
import { shotsFolder } from './shots/picture.ts'
import { khateebScreens } from './shots/screens-of-khateeb.ts'
import { masjidScreens } from './shots/screens-of-masjid.ts'
import { signedOutScreens } from './shots/screens-signed-out.ts'
import { takePictures } from './shots/take-pictures.ts'

/**
 * Takes pictures of every screen in its important states, on a phone and a desktop, in light and dark mode, for visual review.
 * `--only dashboard,login`, `--viewport phone` and `--scheme dark` restrict the pictures. `--url` uses a running server.
 */
const options = readShotsOptions(process.argv.slice(2))
if (options.url !== undefined) await shoot(options.url, options)
else {
  const folder = await mkdtemp(join(tmpdir(), 'minbar-shots-'))
  const server = await startTemporaryServer({ DATA_DIR: folder, DATABASE_URL: '' })
  try {
    await shoot(server.url, options)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

async function shoot(url: string, options: ShotsOptions): Promise<void> {
  const { only } = options
  const screens = [...signedOutScreens, ...khateebScreens, ...masjidScreens].filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  )
  const fixtures = await createFixtures(url)
  const browser = await launchChromium(await findChromium())
  try {
    const pictures = await takePictures(browser, fixtures, screens, options)
    const sheets = await writeContactSheets(browser, pictures)
    console.log(
      `${pictures.length} pictures and ${sheets.length} contact sheets in ${shotsFolder}: open index.html`,
    )
  } finally {
    await browser.close()
  }
}
