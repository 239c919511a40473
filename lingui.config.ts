import { readFileSync } from 'node:fs'
import { defineConfig } from '@lingui/cli'
import babelExtractor from '@lingui/cli/api/extractors/babel'
import type { ExtractorType } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { fieldErrorMessages } from './contract/field-errors.ts'
import { fileOf, filesWithImports, firstPaintFiles } from './web/screen-files.ts'
import { frameLoaders, loadNotFoundScreen, type Screen, screens } from './web/shell/screens.ts'

/** The modules that load message catalogs: the screens and their frames. */
const modules: readonly Pick<Screen, 'load' | 'catalogs'>[] = [
  ...Object.values(screens),
  ...[frameLoaders.app, frameLoaders.optionalSession, loadNotFoundScreen].map((load) => ({
    load,
    catalogs: [],
  })),
  { load: frameLoaders.signedIn, catalogs: ['members'] },
]

/** Maps each file of the page to its catalogs, without `shared`. Every module that imports the file loads these catalogs. */
const catalogsByFile = new Map<string, readonly string[]>()
for (const { load, catalogs } of modules) {
  const all = [...catalogs, ...catalogsImportedBy(fileOf(load))]
  for (const file of filesWithImports([fileOf(load)], { lazily: true })) {
    const others = catalogsByFile.get(file)
    catalogsByFile.set(file, others?.filter((name) => all.includes(name)) ?? all)
  }
}

// The bell loads its catalog itself, after the first paint.
for (const file of filesWithImports(['news/bell.tsx'], { lazily: false }))
  if (file.startsWith('news/')) catalogsByFile.set(file, ['news'])

/** Returns the catalogs that a module itself imports. The script of the module contains the messages of these catalogs. */
function catalogsImportedBy(file: string): string[] {
  const text = readFileSync(new URL(`web/${file}`, import.meta.url), 'utf8')
  return [...text.matchAll(/\/words\/([\w-]+)\.en\.po'/gu)].map(([, name = '']) => name)
}

/**
 * Returns the catalog with the messages of a file: `first-paint`, or the catalog that the file imports itself, or the last of its catalogs
 * in `catalogsByFile`, or `shared`. The last one is the most specific, so the fewest screens load messages that they do not show.
 */
function catalogOf(file: string): string {
  // On the home page, a call can fail before `shared` has loaded.
  if (firstPaintFiles.has(file) || file === 'app/failure-message.ts') return 'first-paint'
  return catalogsImportedBy(file).at(-1) ?? catalogsByFile.get(file)?.at(-1) ?? 'shared'
}

const files = [...catalogsByFile.keys(), ...firstPaintFiles]
/**
 * The names of the catalogs with messages from the files of the page. `fields` has only messages from the contract, and is configured
 * below.
 */
const names = [...new Set(files.map(catalogOf))].filter((name) => name !== 'fields')

/** Extracts the sentences of field errors. The contract doesn't depend on Lingui, so each sentence is the id of its message. */
const fieldErrorExtractor: ExtractorType = {
  match: (file) => file.endsWith('contract/field-errors.ts'),
  extract: (file, _, onMessageExtracted) => {
    for (const id of Object.values(fieldErrorMessages))
      onMessageExtracted({ id, message: id, origin: [file, 1] })
  },
}

export default defineConfig({
  locales: ['en'],
  sourceLocale: 'en',
  orderBy: 'message',
  extractors: [fieldErrorExtractor, babelExtractor],
  // Line numbers would change the catalogs with every edit of a screen.
  format: formatter({ lineNumbers: false }),
  catalogs: [
    { path: '<rootDir>/web/words/fields.{locale}', include: ['<rootDir>/contract/field-errors.ts'] },
    ...names.map((name) => ({
      path: `<rootDir>/web/words/${name}.{locale}`,
      include: files.filter((file) => catalogOf(file) === name).map((file) => `<rootDir>/web/${file}`),
    })),
  ],
})
