/**
 * Replaces the first match of a pattern in a document. Throws if there is no match, for example after a change of `web/index.html`, because
 * `String.replace` would return the document unchanged.
 * @param pattern a string, or a regular expression without the flag g
 */
export function replaceFirst(
  document: string,
  pattern: string | RegExp,
  replacementFor: (match: string) => string,
): string {
  const isFound = typeof pattern === 'string' ? document.includes(pattern) : pattern.test(document)
  if (!isFound) throw new Error(`The document does not contain ${pattern}`)
  return document.replace(pattern, replacementFor)
}
