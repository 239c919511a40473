/** Formats ten digits as `(313) 555-0142`, and returns anything else unchanged. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}
