import { t } from '@lingui/core/macro'
import { ExternalLink } from 'lucide-react'
import { use } from 'react'
import { SettingsContext } from '../app/settings.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Card } from '../ui/card.tsx'

/** The operator's external form for donations, if one is set. Otherwise a text about giving in person. */
export function Donations() {
  const { donationUrl } = use(SettingsContext)
  return donationUrl === undefined ? <GiveInPerson /> : <DonationForm url={donationUrl} />
}

/**
 * The permissions of the form's frame: only those that donation forms need. Without `allow-top-navigation`, the form can't navigate our
 * page. `allow-same-origin` is safe, because the operator's form is at a payment service, which is another origin.
 */
const sandbox =
  'allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-modals'

function DonationForm({ url }: { url: string }) {
  return (
    <Card title={t`Donate`}>
      <p>{t`Donations pay for the server and its emails. All amounts are in US dollars (USD).`}</p>
      <p className="mt-3 mb-5">
        <a className={buttonClass({ variant: 'secondary' })} href={url} target="_blank" rel="noreferrer">
          {t`Open the form in a new tab`}
          <ExternalLink className="size-5 rtl:-scale-x-100" />
        </a>
      </p>
      <iframe
        // The frame has no background color, so that the form can follow the theme. If the form supports only light colors, browsers give
        // the frame a white background in the dark theme.
        className="block h-[44rem] max-h-[90dvh] w-full rounded-control border border-line"
        title={t`Donation form, in US dollars`}
        src={url}
        sandbox={sandbox}
        allow="payment"
        referrerPolicy="no-referrer"
        loading="lazy"
      />
    </Card>
  )
}

function GiveInPerson() {
  return (
    <Card title={t`How to Give`}>
      <div className="grid gap-3">
        <p>
          {t`There is no donation form here yet. Please give to your own masjid in person instead: in US dollars (USD), or in hours of your time.`}
        </p>
        <p>{t`And when a khateeb has come a long way, see that he doesn’t drive home hungry.`}</p>
      </div>
    </Card>
  )
}
