import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildsFolder, packageProgram } from '../../tools/build/repository-paths.ts'
import { mustRun } from '../../tools/build/run-program.ts'
import { compressedBytes } from './scripts.ts'

/**
 * The sources of a hello-world page, with which the benchmark compares the size of the product's home page. The page uses the product's
 * router, in the mode that the product uses.
 */
const sources = {
  'index.html': '<div id="root"></div><script type="module" src="./main.ts"></script>',
  'main.ts': `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
const Component = () => createElement('h1', null, 'Hello')
const router = createBrowserRouter([{ path: '/', Component }])
createRoot(document.getElementById('root')).render(createElement(RouterProvider, { router }))
`,
}

/** Returns the size of the compressed JavaScript of a hello-world page, in bytes. */
export async function helloBytes(): Promise<number> {
  // The folder is inside the repository, so that Node finds the packages.
  const folder = await mkdtemp(join(buildsFolder, 'hello.draft-'))
  try {
    for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, name), source)
    await mustRun(packageProgram('vite'), ['build', '--configLoader', 'runner', folder], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    const assets = join(folder, 'dist', 'assets')
    const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
    return await compressedBytes(assets, scripts)
  } finally {
    await rm(folder, { recursive: true })
  }
}
