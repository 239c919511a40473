import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstPaintFiles } from './screen-files.ts'
import { slimContract } from './slim-contract.ts'
import { slimIcons } from './slim-icons.ts'
import { slimMessageIds } from './slim-message-ids.ts'

const routerFile = (name: string) => pathOf(`../node_modules/react-router/dist/production/${name}.mjs`)
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Matches the paths of the API: the first segment has an underscore or is one of these names. Matches no screen's path. */
const apiPaths =
  '^/([a-z]+_[a-z_]+|api|identity|users|masjids|zip|geocode|changes|letters|schedule|healthz|readyz|metrics|openapi\\.json)(/|\\?|$)'

const matcherOf = (files: readonly string[]) => (module: string) =>
  files.some((file) => module.endsWith(`/web/${file}`))

const isInFirstPaint = matcherOf([...firstPaintFiles])

/** The modules of dialogs and forms. They import the largest libraries, and most of them open after the first paint. */
const isDialogOrForm = matcherOf([
  'directory/counted-text-area.tsx',
  'directory/form-draft.ts',
  'directory/khateeb-profile.tsx',
  'directory/masjid-profile.tsx',
  'directory/profile-form.tsx',
  'khutbahs/add-khutbah-dialog.tsx',
  'proposals/block-dialog.tsx',
  'proposals/date-field.tsx',
  'proposals/describe-slots-dialog.tsx',
  'proposals/move-consequences.tsx',
  'proposals/move-slot-dialog.tsx',
  'proposals/topic-dialog.tsx',
  'ui/confirm-dialog.tsx',
  'ui/dialog.tsx',
  'ui/password-field.tsx',
  'ui/text-field.tsx',
])

/** Returns a function that matches the modules in these folders and packages, except dialogs and forms. */
const modulesUnder = (folders: RegExp) => (file: string) => folders.test(file) && !isDialogOrForm(file)

/**
 * The chunks of the page's scripts. Many small files would compress badly, and a browser loads only six files at a time. A module goes
 * into the first chunk that matches it, with all its imports. `foundation` has only libraries, so it stays cached across our releases.
 */
const chunks = [
  {
    name: 'foundation',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@lingui[\\/]core)[\\/]/u,
  },
  {
    name: 'first-paint',
    test: (file: string) =>
      (isInFirstPaint(file) && !/[\\/]web[\\/](home|verse)[\\/]/u.test(file)) ||
      file.includes('vite/preload-helper'),
  },
  // All screens except the home page load this chunk, so it must not need the chunks below.
  {
    name: 'other-routes',
    test: matcherOf([
      'shell/other-routes.ts',
      'shell/screens.ts',
      'app/load-catalog.ts',
      'app/preload-member-screens.ts',
    ]),
  },
  // `ascii-digits.ts` is not in `checks`, because the phone field uses it while the user types, before `checks` has loaded.
  { name: 'forms', test: /[\\/]node_modules[\\/]react-hook-form[\\/]|[\\/]contract[\\/]ascii-digits\.ts$/u },
  {
    name: 'checks',
    test: /[\\/]node_modules[\\/](@hookform|zod)[\\/]|[\\/]contract[\\/](fields|member-role|profile-fields|second-factor-fields)\.ts$/u,
  },
  // Few screens show names of languages, so only these screens load this chunk.
  {
    name: 'languages',
    test: /[\\/](contract[\\/]availability-choices|web[\\/]app[\\/]format-language\.ts)/u,
    minShareCount: 2,
  },
  {
    name: 'shared',
    test: modulesUnder(
      /[\\/](node_modules[\\/]@tanstack|contract[\\/](?!map-url|members\.ts)|web[\\/](app[\\/](?!calendar-tile|go-back|paged-query|slot-time|time-zones|use-pages|formatted-values)|shell[\\/](?!member-|session-failure|signed-in)|ui[\\/](?!badge|empty-state|list|open-dialogs|remembered-focus|show-more|skeleton|user-text)))/u,
    ),
    minShareCount: 6,
  },
  {
    name: 'identity',
    // Leaves out the scripts for passkeys and the second factor, which load only when they are used.
    test: /[\\/]web[\\/](identity[\\/](?!account|is-former-member|second-factor[\\/](passkeys|second-factor-step))|forms[\\/]|places[\\/]|ui[\\/](password|text)-field)/u,
    minShareCount: 2,
  },
  // Modules that several kinds of screens for members share. Most chunks below are for one kind of screen.
  {
    name: 'members',
    test: modulesUnder(
      /[\\/](node_modules[\\/](@lingui[\\/]react|@tanstack|lucide-react)|web[\\/](app[\\/](?!leave-ended-session|party-loss|rebase-list|use-draft)|blocking|shell|members[\\/](?!language-select|party-role-label|target-row|show-more-lists|use-target-row)|directory[\\/](place-line|record-queries)|ui[\\/](?!search-field|select)))/u,
    ),
    minShareCount: 2,
  },
  {
    name: 'proposals',
    test: modulesUnder(/[\\/]web[\\/]proposals[\\/](actions|closed-proposals|decision-notes)/u),
    minShareCount: 2,
  },
  {
    name: 'invites',
    test: modulesUnder(/[\\/]web[\\/](proposals[\\/](khateeb-slot|open-slots|slot-picker)|ui[\\/]select)/u),
    minShareCount: 2,
  },
  // Only the season board and dialogs of a masjid's dashboard need these modules. They load after the first paint.
  {
    name: 'slots',
    test: modulesUnder(
      /[\\/]web[\\/](khutbahs[\\/]suggested-date|proposals[\\/](posted-slots|remove-khateeb|slot-status-badges|weekday))/u,
    ),
    minShareCount: 2,
  },
  {
    name: 'homes',
    test: modulesUnder(
      /[\\/]web[\\/](dashboards(?![\\/]slots-in-need)|members[\\/](target-row|show-more-lists|use-target-row)|proposals[\\/](proposal-section|withdraw|use-withdrawal-reason))/u,
    ),
    minShareCount: 2,
  },
  // For the list of open slots on a khateeb's dashboard, which loads after the first paint.
  {
    name: 'requests',
    test: modulesUnder(/[\\/]web[\\/](proposals|words)[\\/]request-slot\W/u),
    minShareCount: 2,
  },
  // Few slots have a topic, a language or a note, so most screens load this chunk only for such slots.
  {
    name: 'slot-words',
    test: modulesUnder(/[\\/]web[\\/](proposals[\\/]slot-word-lines|words[\\/]slot-words)/u),
    minShareCount: 2,
  },
  {
    name: 'slot-selection',
    test: modulesUnder(/[\\/]web[\\/]proposals[\\/]use-slot-selection/u),
    minShareCount: 2,
  },
  // The details of a masjid load this chunk after the first paint, and the list of nearby masjids needs it at once.
  {
    name: 'request-several',
    test: modulesUnder(/[\\/]web[\\/](khutbahs[\\/]request(able|-slots-button)|words[\\/]several-requests)/u),
    minShareCount: 2,
  },
  // Only dialogs and buttons that load after the first paint need this chunk.
  {
    name: 'several-requests',
    test: modulesUnder(
      /[\\/]web[\\/]proposals[\\/](several-slots-failure|request-selected-slots|slot-checkboxes)/u,
    ),
    minShareCount: 2,
  },
  // Only parts of screens that load after the first paint need this chunk.
  {
    name: 'slot-availability',
    test: modulesUnder(/[\\/]web[\\/](proposals|words)[\\/]slot-availability/u),
    minShareCount: 2,
  },
  {
    name: 'nearby',
    test: modulesUnder(
      /[\\/]web[\\/](directory[\\/](directory-card|nearby|use-debounced)|ui[\\/]search-field)/u,
    ),
    minShareCount: 2,
  },
  {
    name: 'records',
    test: modulesUnder(
      /[\\/]web[\\/](directory[\\/](header-skeleton|masjid-queries|item-not-found-screen)|proposals[\\/]block-control)/u,
    ),
    minShareCount: 2,
  },
  {
    name: 'details',
    test: modulesUnder(
      /[\\/]web[\\/](directory|khutbahs|proposals(?![\\/](confirm-again-note|old-time|topic-button|open-slot-row|own-limits-note|slot-words)))[\\/]/u,
    ),
    minShareCount: 2,
  },
  // Only one module imports each of these modules, so they don't reach the `minShareCount` of the groups above. But the screens
  // other than the home page need those of `shared`, and the screens that need a session need those of `members`.
  {
    name: 'shared',
    test: /[\\/]web[\\/](shell[\\/]app-frame|app[\\/]hydrate-query-cache|words[\\/]shared)/u,
  },
  { name: 'members', test: /[\\/]web[\\/](shell[\\/]signed-in-frame|words[\\/]members)/u },
].map((group, i) => ({ ...group, priority: 30 - i }))

/**
 * Removes the helper that Vite wraps around dynamic imports to preload scripts and styles. Our documents preload the scripts
 * themselves, and there is only one style sheet.
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

/** Bundles all packages into the server-side renderer, because the server doesn't install the page's packages. */
const bundledRenderer: Plugin = {
  name: 'bundled-renderer',
  apply: 'build',
  config: () => ({
    environments: {
      ssr: { define: { 'process.env.NODE_ENV': '"production"' }, resolve: { noExternal: true } },
    },
  }),
}

/**
 * Uses React Router's production build. Without this plugin, the `exports` of its package.json lead every bundler to the development build,
 * which is larger and logs warnings for developers.
 */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/u, replacement: routerFile('index') },
        { find: /^react-router\/dom$/u, replacement: routerFile('dom-export') },
      ],
    },
  }),
}

/** Adds the pre-hydration script to the page in development. A build inlines it into each document. */
const preHydrationInDevelopment: Plugin = {
  name: 'pre-hydration-in-development',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: '/pre-hydration.ts' } }],
}

export default defineConfig({
  root: pathOf('.'),
  plugins: [
    slimContract(),
    slimIcons(),
    plainImports,
    bundledRenderer,
    productionRouter,
    preHydrationInDevelopment,
    react({ babel: { plugins: ['@lingui/babel-plugin-lingui-macro'] } }),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    tailwindcss(),
    slimMessageIds(),
  ],
  build: {
    outDir: pathOf('../.build/web'),
    emptyOutDir: true,
    // No file becomes a data URL: the Content-Security-Policy does not allow data URLs for fonts. Besides, browsers cache a file with a
    // hashed name forever.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // tools/build/prerender.ts writes each screen's preloads into the screen's document. This is smaller than Vite's list for all screens.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    rolldownOptions: {
      input: [pathOf('index.html'), pathOf('pre-hydration.ts')],
      output: {
        codeSplitting: { groups: chunks },
        // Short hashes, because hashes don't compress, and the scripts of the first paint contain the name of each screen's script. 42 bits
        // are enough to tell the versions of a file apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { [apiPaths]: { target: `http://127.0.0.1:${process.env['PORT'] || 8080}`, changeOrigin: false } },
  },
})
