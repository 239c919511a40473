import { t } from '@lingui/core/macro'
import { useTitle } from '../app/title.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { StarDivider } from '../ui/star-divider.tsx'
import { AboutUs } from './about-us.tsx'
import { Donations } from './donations.tsx'

/** About Minbar and how to donate; shared by three routes with different bars. */
export function Component() {
  useTitle(t`About Us`)
  return (
    <div className="mx-auto w-full max-w-prose">
      <PageHeader title={t`About Us`} lead={t`Why Minbar exists, and what it is not.`} />
      <AboutUs />
      <div className="my-10 flex justify-center">
        <StarDivider />
      </div>
      <Donations />
    </div>
  )
}
