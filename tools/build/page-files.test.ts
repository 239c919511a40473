import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesOf, largestFirst, withoutFacades } from './page-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minbar-page-files-'))
  await mkdir(join(folder, 'assets'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, text: string) => writeFile(join(folder, 'assets', `${name}.js`), text)
const read = (name: string) => readFile(join(folder, 'assets', `${name}.js`), 'utf8')

const manifest = {
  'screen.tsx': { file: 'assets/screen-1.js', imports: ['_shared'] },
  _shared: { file: 'assets/shared-2.js' },
  'main.ts': { file: 'assets/main-3.js' },
}

test('withoutFacades replaces imports of a facade by imports of its target', async () => {
  await write('screen-1', 'export{n as Component,t as loader}from"./shared-2.js";')
  await write('shared-2', 'var t=1,n=2;export{t,n};')
  await write('main-3', 'load(()=>import(`./screen-1.js`))')
  const straight = await withoutFacades(folder, manifest)
  expect(await read('main-3')).toBe('load(()=>import(`./shared-2.js`).then(e=>({Component:e.n,loader:e.t})))')
  expect(await readdir(join(folder, 'assets'))).toEqual(['main-3.js', 'shared-2.js'])
  expect(filesOf(straight, ['screen.tsx'])).toEqual(new Set(['assets/shared-2.js']))
})

test('withoutFacades keeps a module with code of its own', async () => {
  await write('screen-1', 'import{t}from"./shared-2.js";t();export{t as Component};')
  await write('shared-2', 'export const t=()=>1')
  await write('main-3', 'load(()=>import(`./screen-1.js`))')
  expect(await withoutFacades(folder, manifest)).toEqual(manifest)
  expect(await read('main-3')).toBe('load(()=>import(`./screen-1.js`))')
})

test('withoutFacades rejects a build that imports a facade in an unknown form', async () => {
  await write('screen-1', 'export{t as Component}from"./shared-2.js";')
  await write('shared-2', 'export const t=1')
  await write('main-3', 'import("./screen-1.js")')
  await expect(withoutFacades(folder, manifest)).rejects.toThrow(
    'imports assets/screen-1.js in an unknown form',
  )
})

test('largestFirst sorts files by size, largest first', async () => {
  await write('small', 'a')
  await write('large', 'abc')
  await write('middle', 'ab')
  const files = ['small', 'large', 'middle'].map((name) => `assets/${name}.js`)
  expect(await largestFirst(folder, files)).toEqual([
    'assets/large.js',
    'assets/middle.js',
    'assets/small.js',
  ])
})
