import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataFolder } from '../../tests/runtime/data-folder.ts'
import { filesOf, removeFacades, sortLargestFirst } from './page-files.ts'

/** Creates the folder of a built page with these scripts. */
async function pageOf(scripts: Readonly<Record<string, string>>) {
  const folder = await newDataFolder()
  const pathOf = (name: string) => join(folder, 'assets', `${name}.js`)
  await mkdir(join(folder, 'assets'))
  for (const [name, text] of Object.entries(scripts)) await writeFile(pathOf(name), text)
  return { folder, read: (name: string) => readFile(pathOf(name), 'utf8') }
}

const manifest = {
  'screen.tsx': { file: 'assets/screen-1.js', imports: ['_shared'] },
  _shared: { file: 'assets/shared-2.js' },
  'main.ts': { file: 'assets/main-3.js' },
}

test('removeFacades replaces imports of a re-exporting script with imports of its target', async () => {
  const { folder, read } = await pageOf({
    'screen-1': 'export{n as Component,t as loader}from"./shared-2.js";',
    'shared-2': 'var t=1,n=2;export{t,n};',
    'main-3': 'load(()=>import(`./screen-1.js`))',
  })
  const straight = await removeFacades(folder, manifest)
  expect(await read('main-3')).toBe('load(()=>import(`./shared-2.js`).then(e=>({Component:e.n,loader:e.t})))')
  expect(await readdir(join(folder, 'assets'))).toEqual(['main-3.js', 'shared-2.js'])
  expect(filesOf(straight, ['screen.tsx'])).toEqual(new Set(['assets/shared-2.js']))
})

test('removeFacades keeps a script that has code of its own', async () => {
  const { folder, read } = await pageOf({
    'screen-1': 'import{t}from"./shared-2.js";t();export{t as Component};',
    'shared-2': 'export const t=()=>1',
    'main-3': 'load(()=>import(`./screen-1.js`))',
  })
  expect(await removeFacades(folder, manifest)).toEqual(manifest)
  expect(await read('main-3')).toBe('load(()=>import(`./screen-1.js`))')
})

test('removeFacades rejects a re-exporting script if it does not recognize the import of this script', async () => {
  const { folder } = await pageOf({
    'screen-1': 'export{t as Component}from"./shared-2.js";',
    'shared-2': 'export const t=1',
    'main-3': 'import("./screen-1.js")',
  })
  await expect(removeFacades(folder, manifest)).rejects.toThrow(
    'does not recognize an import of assets/screen-1.js',
  )
})

test('sortLargestFirst sorts files by size, largest first', async () => {
  const { folder } = await pageOf({ small: 'a', large: 'abc', middle: 'ab' })
  const sorted = await sortLargestFirst(folder, ['assets/small.js', 'assets/large.js', 'assets/middle.js'])
  expect(sorted).toEqual(['assets/large.js', 'assets/middle.js', 'assets/small.js'])
})
