import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useTitle } from '../app/title.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { StarDivider } from '../ui/star-divider.tsx'
import { Donations } from './donations.tsx'

/** The screen about Minbar and donations. Three routes with different navigation bars share it. */
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

function AboutUs() {
  return (
    <div className="grid gap-8">
      <p className="text-lg">
        {t`Every Friday a community comes together and waits for somebody to stand up and speak. Often that person is found only the night before, after a dozen calls: the khateeb is ill, the one who would come lives an hour away, and the one around the corner was never asked, because nobody knew him.`}
      </p>
      <Part title={t`What Minbar Does`}>
        <p>
          {t`Masjids and khateebs find each other in time. A masjid posts its Fridays. Khateebs nearby see which are open and ask for one, or the masjid invites a khateeb it wants its people to hear. When both have said yes, both know it, and both can stop calling around.`}
        </p>
        <p>
          {t`It works for the masjid with a thousand people and a board, and for the room above a shop where one person has the key.`}
        </p>
      </Part>
      <Part title={t`What It Is Not`}>
        <p>
          {t`We do not judge anybody’s learning. A profile is what a khateeb says about himself. Each masjid decides whom to trust with the minbar, by asking, listening and knowing its own people.`}
        </p>
        <p>
          {t`We are not an agency. Nobody pays us for a higher place in a list. We take no part in any payment between a masjid and a khateeb.`}
        </p>
      </Part>
      <Part title={t`What We Promise`}>
        <p>
          {t`We never sell your data, and show no advertising. A masjid sees a khateeb's phone number only while his request waits for its answer, and from three days before a khutbah that he gives there until three days after it.`}
        </p>
        <p>
          {t`Minbar is free software: anybody may read how it works, run it for their own city, and make it better.`}
        </p>
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-display text-xl font-semibold">{title}</h2>
      {children}
    </section>
  )
}
