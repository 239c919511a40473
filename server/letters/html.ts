const markup = Symbol('markup')

/** Escaped markup. Only the `html` tag creates it. */
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
 * A template tag for markup. It escapes strings, inserts `Html` unchanged and joins lists, so a string can never be inserted unescaped. The
 * template must put attribute values in quotes. The caller must check that a URL in an attribute is http(s).
 */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const text = parts.reduce((all, part, index) => {
    const value = values[index - 1]
    return all + (value === undefined ? '' : markupOf(value)) + part
  })
  return { [markup]: text }
}

/** Returns the markup of an `Html` or a list of them. Escapes a string. */
export function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => entities[character] ?? '')
  if (markup in value) return value[markup]
  return value.map(markupOf).join('')
}
