import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildsFolder, repositoryFolder } from '../../tools/build/repository-paths.ts'

/** The packages with the fonts that the tests bring, so that no test depends on the fonts of its machine. */
const packages = ['dejavu-fonts-ttf', '@expo-google-fonts/pt-sans-narrow', '@expo-google-fonts/michroma']

/** The family for a generic family or a family that is missing. DejaVu has Arabic letters, too. */
const usualFamily = 'DejaVu Sans'
const familyOf = { serif: 'DejaVu Serif', monospace: 'DejaVu Sans Mono' } as const

/** The narrowest and the widest family that the tests bring. Michroma is 1.4 times as wide as Arial, PT Sans Narrow 0.75. */
export const narrowFamily = 'PT Sans Narrow'
export const wideFamily = 'Michroma'

/**
 * Gives the environment variables that make Chromium on Linux use the fonts of `packages` only. Writes the fontconfig
 * file that they name. On other systems Chromium ignores them and uses the fonts of the system.
 */
export async function testFonts(): Promise<{ readonly FONTCONFIG_FILE: string }> {
  const folder = join(buildsFolder, 'test-fonts')
  const file = join(folder, 'fonts.conf')
  const draft = `${file}.${randomUUID()}`
  await mkdir(folder, { recursive: true })
  await writeFile(draft, fontconfig(folder))
  // Another test run may read the file right now; a rename never shows it half of one.
  await rename(draft, file)
  return { FONTCONFIG_FILE: file }
}

function fontconfig(cacheFolder: string): string {
  const folders = packages.map((name) => `<dir>${xml(join(repositoryFolder, 'node_modules', name))}</dir>`)
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
    `<cachedir>${xml(cacheFolder)}</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n')
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
