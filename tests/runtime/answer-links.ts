/** Returns the token of the first answer link in a letter's text. Undefined if the letter has no answer link. */
export function answerTokenIn(text: string): string | undefined {
  return /\/answer#token=([\w-]{43})/u.exec(text)?.[1]
}
