/** Replaces Arabic and Persian digits with the ASCII digits 0 to 9. */
export function toAsciiDigits(text: string): string {
  // In both scripts, the code point of zero is a multiple of 16.
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
}
