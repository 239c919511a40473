import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ownFunction = fileURLToPath(new URL('ui/create-icon.ts', import.meta.url))

/**
 * A Vite plugin that makes icons smaller. Removes the names of each icon, which would become CSS classes that no style uses. Removes the
 * keys of an icon's parts, which only React's development build needs. Keys are random, so they would not compress. Creates the icons with
 * `ui/create-icon.ts`.
 */
export function slimIcons(): Plugin {
  return {
    name: 'slim-icons',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/u },
      handler: (code) => slimIcon(code).replace('../createLucideIcon.mjs', ownFunction.replaceAll('\\', '/')),
    },
  }
}

/** Returns the code of an icon without its names and keys, and without its size, which is 24 for all icons. */
export function slimIcon(code: string): string {
  return (
    code
      .replaceAll(/,\s*key: "\w+"/gu, '')
      .replace(/ *name: "[^"]*",\n/u, '')
      .replace(/ *size: 24,\n/u, '')
      .replace(/,\n *aliases: \[[^\]]*\]/u, '')
      // This statement has no effect. But a minifier may keep it, because reading a property could have an effect.
      .replace('__iconData.node;\n', '')
  )
}
