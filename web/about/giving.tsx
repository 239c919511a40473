import { t } from '@lingui/core/macro'
import { ExternalLink } from 'lucide-react'
import { use } from 'react'
import { Settings } from '../app/settings.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Card } from '../ui/card.tsx'

/** How to help with money: by the operator's form, which is another site's, or where there is none, in person. */
export function Giving() {
  const { donationUrl } = use(Settings)
  return donationUrl === undefined ? <GiveInPerson /> : <DonationForm url={donationUrl} />
}

/**
 * What a donation form needs and no more: it can't lead our own page away, and has no part in our origin, as it is
 * never served from it.
 */
const allowed =
  'allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals'

function DonationForm({ url }: { url: string }) {
  return (
    <Card title={t`Donate`}>
      <p>
        {t`Gifts keep the server running and the letters going out. All amounts are in US dollars (USD).`}
      </p>
      <p className="mt-3 mb-5">
        <a className={buttonClass('secondary')} href={url} target="_blank" rel="noreferrer">
          {t`Open the form in a new tab`}
          <ExternalLink className="size-5 rtl:-scale-x-100" aria-hidden="true" />
        </a>
      </p>
      <iframe
        // Most forms are dark on a light ground, and bring no ground: by night they stand on linen.
        className="block h-[44rem] max-h-[90dvh] w-full rounded-control border border-line bg-linen scheme-light"
        title={t`Donation form, in US dollars`}
        src={url}
        sandbox={allowed}
        allow="payment"
        referrerPolicy="no-referrer"
        loading="lazy"
      />
    </Card>
  )
}

function GiveInPerson() {
  return (
    <Card title={t`How to give`}>
      <div className="grid gap-3">
        <p>
          {t`There is no donation form here yet. Give in person instead, where it is needed most: to your own masjid, in the box by the door or in the hand of its treasurer, in US dollars (USD) or in hours.`}
        </p>
        <p>{t`And when a khateeb has come a long way, see that he doesn’t drive home hungry.`}</p>
      </div>
    </Card>
  )
}
