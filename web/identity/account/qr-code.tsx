import { encode } from 'uqr'

/** A QR code. Always dark on light, because some scanners cannot read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  // A border of four modules, as the standard requires.
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="mx-auto w-56 max-w-full rounded-control"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  )
}
