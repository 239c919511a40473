import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildsFolder, repositoryFolder } from '../../tools/build/repository-paths.ts'

/** npm packages with the fonts of the tests, so that no test depends on the machine's fonts. */
const packages = ['dejavu-fonts-ttf', '@expo-google-fonts/pt-sans-narrow', '@expo-google-fonts/michroma']

/** The font for missing and generic font families. DejaVu also has Arabic characters. */
const usualFamily = 'DejaVu Sans'
const familyOf = { serif: 'DejaVu Serif', monospace: 'DejaVu Sans Mono' } as const

/** The narrowest of these fonts, 0.75 times as wide as Arial. */
export const narrowFamily = 'PT Sans Narrow'
/** The widest of these fonts, 1.4 times as wide as Arial. */
export const wideFamily = 'Michroma'

/**
 * Writes a fontconfig file that lists only the fonts of `packages`. Returns the environment variable that makes Chromium on Linux use the
 * file. On other systems Chromium ignores the variable and uses the system's fonts.
 */
export async function writeFontConfig(): Promise<{ readonly FONTCONFIG_FILE: string }> {
  const folder = join(buildsFolder, 'test-fonts')
  const file = join(folder, 'fonts.conf')
  const draft = `${file}.${randomUUID()}`
  await mkdir(folder, { recursive: true })
  await writeFile(draft, fontconfig(folder))
  // Another test run may be reading the file. A rename is atomic, so the other run never reads half a file.
  await rename(draft, file)
  return { FONTCONFIG_FILE: file }
}

function fontconfig(cacheFolder: string): string {
  const folders = packages.map(
    (name) => `<dir>${escapeXml(join(repositoryFolder, 'node_modules', name))}</dir>`,
  )
  const aliases = Object.entries(familyOf).map(
    ([generic, family]) =>
      `<alias><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`,
  )
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    ...folders,
    ...aliases,
    `<match><edit name="family" mode="append_last"><string>${usualFamily}</string></edit></match>`,
    `<cachedir>${escapeXml(cacheFolder)}</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
