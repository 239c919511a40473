import { cp, mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repositoryFolder } from '../../tools/build/repository-paths.ts'
import { newDataFolder } from './data-folder.ts'

/** A few lines of source, so that tests of the build tools need not build the product. */
const smallSources = {
  'contract/word.ts': `export const word = 'salam'\n`,
  'domain/rule.ts': `export { word } from '../contract/word.ts'\n`,
  'domain/rule.test.ts': '',
  'server/main.ts': `import { word } from '../domain/rule.ts'\nconsole.log(word)\n`,
  'server/database/migrations/0001.sql': 'select 1\n',
  'server/places/place.ts': 'export {}\n',
  'server/verse/verse.ts': 'export {}\n',
  'web/vite.config.ts': `export default { build: { cssCodeSplit: false, rolldownOptions: { input: ['index.html', 'pre-hydration.ts'] } } }\n`,
  'web/pre-hydration.ts': `document.title = 'Salam'\n`,
  'web/main.css': 'body { margin: 0 }\n',
  'web/main.ts': `import './main.css'\ndocument.body.textContent = 'Salam'\n`,
  'web/index.html': `<head>
    <title>Minbar</title>
    <link rel="icon" href="data:," />
  </head><div id="root"></div><script type="module" src="./main.ts"></script>
`,
  'web/entry-server.tsx': `export const renderScreen = () => ({ title: '<title>Peace</title>', root: 'Peace' })
export const renderLoadingPlaceholder = () => ''
`,
  'web/screen-documents.ts': `export const documents = [{ pattern: '/', modules: [], renderMode: 'prerendered' }]
export const notFoundDocument = { pattern: '/not-found', modules: [], renderMode: 'prerendered' }
`,
}

/** Creates a repository in a temporary folder. It builds in a second. The end of the test removes it. */
export async function createSmallRepository(): Promise<string> {
  const folder = await realpath(await newDataFolder())
  for (const name of ['tools', 'package.json', 'package-lock.json', 'tsconfig.base.json']) {
    await cp(join(repositoryFolder, name), join(folder, name), { recursive: true })
  }
  for (const [path, content] of Object.entries(smallSources)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  // Copy the generated files, because generating them takes longer than the rest of the build.
  for (const name of await readdir(join(repositoryFolder, 'server'), { recursive: true })) {
    if (name.endsWith('.generated.json'))
      await cp(join(repositoryFolder, 'server', name), join(folder, 'server', name))
  }
  await symlink(join(repositoryFolder, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
