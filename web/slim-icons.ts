import type { Plugin } from 'vite'

/**
 * A Vite plugin that makes icons smaller. Removes the names of each icon, which would become CSS classes that no style uses. Removes the
 * keys of an icon's parts, which only React's development build needs. Keys are random, so they would not compress.
 */
export function slimIcons(): Plugin {
  return {
    name: 'slim-icons',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/u },
      handler: slimIcon,
    },
  }
}

/** Returns the code of an icon without its names and keys. */
export function slimIcon(code: string): string {
  return code
    .replaceAll(/, key: "\w+"/gu, '')
    .replace(/ *name: "[^"]*",\n/u, '')
    .replace(/,\n *aliases: \[[^\]]*\]/u, '')
    .replace('__iconData.node;\n', '')
}
