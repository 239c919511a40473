/** The token of the first link in a letter's text that answers a question without signing in; undefined if the letter has none. */
export function answerTokenIn(text: string): string | undefined {
  return /\/answer#token=([\w-]{43})/u.exec(text)?.[1]
}
