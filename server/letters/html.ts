const markup = Symbol('markup')

/** Markup that is safe to send: only `html` makes it. */
export interface Html {
  readonly [markup]: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Markup with other things in it. Text is escaped, markup made by `html` stays as it is, lists are joined: there is
 * no way to put a string in unescaped. Attributes must be quoted; an address in one must be known to be http(s).
 */
export function html(
  parts: TemplateStringsArray,
  ...inside: readonly (string | Html | readonly Html[])[]
): Html {
  const text = parts.reduce((all, part, index) => {
    const value = inside[index - 1]
    return all + (value === undefined ? '' : markupOf(value)) + part
  })
  return { [markup]: text }
}

/** The markup of what `html` made; of a string, the markup that shows just that string. */
export function markupOf(inside: string | Html | readonly Html[]): string {
  if (typeof inside === 'string') return inside.replace(/[&<>"']/g, (character) => entities[character] ?? '')
  if (markup in inside) return inside[markup]
  return inside.map(markupOf).join('')
}
