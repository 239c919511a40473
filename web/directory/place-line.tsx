import { MapPin } from 'lucide-react'
import { Miles } from '../app/value-elements.tsx'

interface PlaceLineProps {
  /** The city, perhaps with its state. */
  place: string
  /** Miles from the user. */
  distance?: number | undefined
}

/** A place, with the distance if known. */
export function PlaceLine({ place, distance }: PlaceLineProps) {
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
