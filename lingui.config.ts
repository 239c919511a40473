import { defineConfig } from '@lingui/cli'
import babelExtractor from '@lingui/cli/api/extractors/babel'
import type { ExtractorType } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { faultSentences } from './contract/faults.ts'
import { firstPaintFiles } from './web/first-paint-files.ts'

const firstPaintPaths = firstPaintFiles.map((path) => `<rootDir>/${path}`)
const members = ['members', 'directory', 'blocking', 'proposals', 'khutbahs', 'dashboards'].map(
  (folder) => `<rootDir>/web/${folder}`,
)
const account = ['<rootDir>/web/identity/account', '<rootDir>/web/audit']
const visitors = [
  'about',
  'identity/*-page.tsx',
  'identity/sign-up-form.tsx',
  'identity/signed-out-only.tsx',
].map((path) => `<rootDir>/web/${path}`)
const tests = '**/*.test.*'

/** The sentences of field errors. The contract doesn't depend on Lingui, so each sentence is the id of its message. */
const faultExtractor: ExtractorType = {
  match: (file) => file.endsWith('contract/faults.ts'),
  extract: (file, _, onMessageExtracted) => {
    for (const id of Object.values(faultSentences)) onMessageExtracted({ id, message: id, origin: [file, 1] })
  },
}

export default defineConfig({
  locales: ['en'],
  sourceLocale: 'en',
  orderBy: 'message',
  extractors: [faultExtractor, babelExtractor],
  // Line numbers would change the catalogs with every edit of a screen.
  format: formatter({ lineNumbers: false }),
  catalogs: [
    { path: '<rootDir>/web/words/first.{locale}', include: firstPaintPaths, exclude: [tests] },
    { path: '<rootDir>/web/words/fields.{locale}', include: ['<rootDir>/contract/faults.ts'] },
    { path: '<rootDir>/web/words/members.{locale}', include: members, exclude: [tests] },
    { path: '<rootDir>/web/words/account.{locale}', include: account, exclude: [tests] },
    { path: '<rootDir>/web/words/visitors.{locale}', include: visitors, exclude: [tests] },
    {
      path: '<rootDir>/web/words/everybody.{locale}',
      include: ['<rootDir>/web'],
      exclude: [
        ...[...firstPaintPaths, ...members, ...account, ...visitors].flatMap((path) => [path, `${path}/**`]),
        tests,
      ],
    },
  ],
})
