import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { expect, test } from 'vitest'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Vite can take longer to start than Vitest's default timeout of 5 seconds.
test('the development server loads the pre-hydration script before the page’s script', {
  timeout: 60_000,
}, async () => {
  const server = await createServer({
    configFile: pathOf('vite.config.ts'),
    server: { middlewareMode: true, ws: false, watch: null },
  })
  try {
    const page = await server.transformIndexHtml('/', readFileSync(pathOf('index.html'), 'utf8'))
    const scripts = [...page.matchAll(/<script type="module" src="([^"?]*)/gu)].map(([, from]) => from)
    expect(scripts.filter((it) => it?.startsWith('/@') === false)).toEqual([
      '/pre-hydration.ts',
      './main.tsx',
    ])
    const script = await server.transformRequest('/pre-hydration.ts')
    expect(script?.code).not.toContain('import ')
  } finally {
    await server.close()
  }
})
