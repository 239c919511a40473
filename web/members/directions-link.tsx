import { t } from '@lingui/core/macro'
import { directionsUrl, type PostalAddressFields } from '../../contract/map-url.ts'
import { PostalAddress } from '../app/formatted-values.tsx'
import { linkClass } from '../ui/link-class.ts'

/** A postal address as a link that opens directions to the address. */
export function DirectionsLink(place: PostalAddressFields) {
  return (
    <a
      className={`inline-block py-2.5 wrap-anywhere ${linkClass}`}
      href={directionsUrl(place)}
      target="_blank"
      rel="noreferrer"
    >
      <span className="sr-only">{t`Directions to`} </span>
      <span>
        <PostalAddress {...place} />
      </span>
    </a>
  )
}
