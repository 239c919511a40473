import type { Plugin } from 'vite'

/**
 * Vite plugin: removes from each icon its name and its former names, which become classes that nothing uses, and the keys of its
 * parts, which only React's development build asks for. Keys are random, so they would not compress.
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

/** The code of an icon as the page needs it. */
export function slimIcon(code: string): string {
  return code
    .replaceAll(/, key: "\w+"/gu, '')
    .replace(/ *name: "[^"]*",\n/u, '')
    .replace(/,\n *aliases: \[[^\]]*\]/u, '')
    .replace('__iconData.node;\n', '')
}
