import { encode } from 'uqr'

/** Returns a QR code as the path of an SVG. Draw it dark on a light background, because some scanners can't read the inverse. */
export function qrCode(text: string): { size: number; path: string } {
  // The standard requires a border of four modules.
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: modules.join('') }
}
