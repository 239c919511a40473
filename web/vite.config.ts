import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstPaintFiles } from './first-paint-files.ts'
import { slimContract } from './slim-contract.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Where the API lives in development. Every call of the product has an underscore in its first segment or stands
 * under one of the named ones; no screen does.
 */
const apiPaths =
  '^/([a-z]+_[a-z_]+|api|identity|users|masjids|zip|geocode|letters|healthz|readyz|metrics|openapi\\.json)(/|\\?|$)'

/** What the server sends with the page, so that `vite preview` shows at once what the policy refuses. */
const strictPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
].join('; ')

const isOfFirstPaint = (file: string) => firstPaintFiles.some((path) => file.includes(`/${path}`))

/** Windows and forms stand on libraries that are larger than the rest, and most open after the first paint. */
const isOfForms = (file: string) =>
  /[\\/](?!open-dialogs|lazy-confirm-dialog|close-dialog)(?:[\w-]*(?:dialog|form|profile)[\w-]*|(?:password|text)-field|counted-text-area)\.tsx?$/u.test(
    file,
  )

/** Modules under these folders of ours or of these packages, save what is of forms. */
const under = (folders: RegExp) => (file: string) => folders.test(file) && !isOfForms(file)

/**
 * Modules that travel together: small files compress badly, and a browser asks for six at a time. The first group that
 * wants a module takes it, with all that it imports. What every screen stands on changes with its versions only, so that
 * a browser keeps it over our releases.
 */
const chunks = [
  {
    name: 'foundation',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@lingui[\\/]core)[\\/]/u,
  },
  {
    name: 'first',
    test: (file: string) =>
      (isOfFirstPaint(file) && !/[\\/]web[\\/](home|verse)[\\/]/u.test(file)) ||
      file.includes('vite/preload-helper'),
  },
  // The digits are for what is typed, too, which doesn't wait for its checks.
  { name: 'forms', test: /[\\/]node_modules[\\/]react-hook-form[\\/]|[\\/]contract[\\/]digits\.ts$/u },
  {
    name: 'checks',
    test: /[\\/]node_modules[\\/](@hookform|zod)[\\/]|[\\/]contract[\\/](fields|profiles)\.ts$/u,
  },
  {
    name: 'everyday',
    test: under(/[\\/](node_modules[\\/]@tanstack|contract|web[\\/](app|shell|ui))[\\/]/u),
    minShareCount: 6,
  },
  {
    name: 'identity',
    test: /[\\/]web[\\/](identity[\\/](?!account)|places[\\/]|ui[\\/](password|text)-field)/u,
    minShareCount: 2,
  },
  {
    name: 'members',
    test: under(
      /[\\/](node_modules[\\/](@lingui[\\/]react|@tanstack|lucide-react)|web[\\/](members|directory|blocking|proposals|khutbahs|dashboards|ui))[\\/]|[\\/]web[\\/]shell[\\/]signed-in-bar/u,
    ),
    minShareCount: 2,
  },
  // Nobody shares them, and every screen of theirs wants them.
  {
    name: 'everyday',
    test: /[\\/]web[\\/](shell[\\/]app-frame|app[\\/]hydrate-answers|words[\\/]everybody)/u,
  },
  { name: 'members', test: /[\\/]web[\\/](shell[\\/]signed-in-frame|words[\\/]members)/u },
].map((group, i) => ({ ...group, priority: 10 - i }))

/**
 * What Vite puts around every import at run time loads scripts ahead and styles beside them. Our documents name the
 * scripts, and there is one style sheet, so that nothing is left of it.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: /vite[\\/]preload-helper/u },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** What draws screens outside a browser stands alone: the server has no package of the page's, and NODE_ENV is its own. */
const drawsAlone: Plugin = {
  name: 'draws-alone',
  apply: 'build',
  config: () => ({
    environments: {
      ssr: { define: { 'process.env.NODE_ENV': '"production"' }, resolve: { noExternal: true } },
    },
  }),
}

/** In a build this stands in the documents themselves. */
const earlyInDevelopment: Plugin = {
  name: 'early-in-development',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: '/pre-hydration.ts' } }],
}

const toServer = { [apiPaths]: { target: 'http://127.0.0.1:8080', changeOrigin: false } }

export default defineConfig({
  root: here('.'),
  plugins: [
    slimContract(),
    plainImports,
    drawsAlone,
    earlyInDevelopment,
    react({ babel: { plugins: ['@lingui/babel-plugin-lingui-macro'] } }),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    tailwindcss(),
  ],
  build: {
    outDir: here('../.build/web'),
    emptyOutDir: true,
    // Data URLs would need `font-src data:`, and a file is cached for ever by its hash.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // The build writes into each document what its screen loads; a list of all that every screen loads weighs more.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      input: [here('index.html'), here('pre-hydration.ts')],
      output: { codeSplitting: { groups: chunks } },
    },
  },
  server: { port: 5173, strictPort: true, proxy: toServer },
  preview: { port: 4173, proxy: toServer, headers: { 'Content-Security-Policy': strictPolicy } },
})
