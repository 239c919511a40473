/** A text with the digits of Arabic and Persian keyboards written as 0 to 9. */
export function toAsciiDigits(typed: string): string {
  // Both rows of ten begin at a multiple of 16.
  return typed.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
}
