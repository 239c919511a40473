import { encode } from 'uqr'

/** A QR code as the path of an SVG. Draw it dark on light, because some scanners cannot read the inverse. */
export function qrCode(text: string): { size: number; path: string } {
  // A border of four modules, as the standard requires.
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: modules.join('') }
}
