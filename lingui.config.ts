import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
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
const fields = '<rootDir>/web/app/field-sentences.ts'

export default defineConfig({
  locales: ['en'],
  sourceLocale: 'en',
  orderBy: 'message',
  // Line numbers would change the catalogs with every edit of a screen.
  format: formatter({ lineNumbers: false }),
  catalogs: [
    { path: '<rootDir>/web/words/first.{locale}', include: firstPaintPaths, exclude: [tests] },
    { path: '<rootDir>/web/words/fields.{locale}', include: [fields] },
    { path: '<rootDir>/web/words/members.{locale}', include: members, exclude: [tests] },
    { path: '<rootDir>/web/words/account.{locale}', include: account, exclude: [tests] },
    { path: '<rootDir>/web/words/visitors.{locale}', include: visitors, exclude: [tests] },
    {
      path: '<rootDir>/web/words/everybody.{locale}',
      include: ['<rootDir>/web'],
      exclude: [
        ...[...firstPaintPaths, ...members, ...account, ...visitors, fields].flatMap((path) => [
          path,
          `${path}/**`,
        ]),
        tests,
      ],
    },
  ],
})
