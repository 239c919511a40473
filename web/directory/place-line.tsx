import { MapPin } from 'lucide-react'
import { Miles } from '../app/formatted-values.tsx'

/** Shows a place, and its distance from the user in miles, if known. */
export function PlaceLine({ place, distance }: { place: string; distance?: number | undefined }) {
  return (
    <p className="flex items-start gap-1.5 text-muted">
      <MapPin className="mt-1 size-4 shrink-0" />
      <span className="min-w-0">
        {distance !== undefined && (
          <>
            <Miles value={distance} /> ·{' '}
          </>
        )}
        <bdi>{place}</bdi>
      </span>
    </p>
  )
}
