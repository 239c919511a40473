import { t } from '@lingui/core/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { PhoneIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { getKhateebDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { paths } from '../../contract/screen-paths.ts'
import { call } from '../app/api-call.ts'
import { queryClient } from '../app/document-context.ts'
import { GoBack } from '../app/go-back.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { prefetchForBothRoles, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { Phone } from '../app/value-elements.tsx'
import { BlockControl } from '../blocking/block-control.tsx'
import { VerifiedBadge } from '../members/badges.tsx'
import { QueryView } from '../members/query-view.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { HeaderSkeleton } from './header-skeleton.tsx'
import { isNotFound } from './masjid-queries.ts'
import { PlaceLine } from './place-line.tsx'
import { RecordNotFound } from './record-not-found.tsx'

function khateebQuery(id: string) {
  return queryOptions({
    queryKey: ['khateeb', id],
    queryFn: () => call(getKhateebDetails, { id }),
  })
}

/** Prefetches the khateeb in parallel with the session. */
export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) =>
  prefetchForBothRoles(() => [queryClient().prefetchQuery(khateebQuery(id))])

/** A khateeb's public profile. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(khateebQuery(id))
  const { data } = query
  useTitle(data === undefined ? t`Khateeb Details` : `${data.firstName} ${data.lastName}`)
  if (isNotFound(query.error)) {
    return (
      <RecordNotFound
        title={t`No profile data available`}
        text={t`The link may be old, or the khateeb has left Minbar.`}
      />
    )
  }
  return (
    <QueryView
      query={query}
      failed={t`Failed to fetch khateebs.`}
      header={<PageHeader back={<GoBack />} title={t`Khateeb Details`} />}
      skeleton={<KhateebSkeleton />}
    >
      {(khateeb) => <Khateeb khateeb={khateeb} />}
    </QueryView>
  )
}

/** The phone card is above the texts on a phone, beside them on wider screens. */
const columns = 'grid items-start gap-6 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_1fr]'
const textColumn = 'grid min-w-0 gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1'

function KhateebSkeleton() {
  return (
    <>
      <HeaderSkeleton title={t`Khateeb Details`} facts={1} />
      <div className={columns}>
        <Card>
          <CardSkeleton height="h-11" />
        </Card>
        <div className={textColumn}>
          {['h-24', 'h-12'].map((height) => (
            <Card key={height}>
              <CardSkeleton height={height} />
            </Card>
          ))}
        </div>
      </div>
    </>
  )
}

function CardSkeleton({ height }: { height: string }) {
  return (
    <>
      <Skeleton className="mb-4 h-7 w-32" />
      <Skeleton className={height} />
    </>
  )
}

function Khateeb({ khateeb }: { khateeb: OutputOf<typeof getKhateebDetails> }) {
  const session = useSession()
  const { firstName, lastName, city, stateCode, verified, bio, expertise } = khateeb
  const isOwn = session.uid === khateeb.uid
  return (
    <>
      <PageHeader
        back={<GoBack />}
        title={
          <bdi>
            {firstName} {lastName}
          </bdi>
        }
        lead={
          <div className="grid justify-items-start gap-2">
            <PlaceLine place={`${city}, ${stateCode}`} />
            {verified && <VerifiedBadge />}
          </div>
        }
        actions={
          isOwn && (
            <LinkButton to={paths.aboutMe} variant="secondary">
              {t`Edit Profile`}
            </LinkButton>
          )
        }
      />
      <div className={columns}>
        <KhateebPhone phone={khateeb.phone} />
        <div className={textColumn}>
          <Card title={t`Bio`}>
            <MultilineText text={bio}>{t`No bio provided.`}</MultilineText>
          </Card>
          <Card title={t`Expertise`}>
            <MultilineText text={expertise}>{t`No expertise listed.`}</MultilineText>
          </Card>
        </div>
        {session.role === 'masjid' && (
          <BlockControl
            pair={{ khateebUid: khateeb.uid, masjidUid: 'me' }}
            name={`${firstName} ${lastName}`}
            blocked={khateeb.blocked}
            pending={khateeb.pendingWithYou}
            label={t`Block this khateeb`}
          />
        )}
      </div>
    </>
  )
}

/** A text by the khateeb, with its line breaks; `children` if it is empty. */
function MultilineText({ text, children }: { text: string; children: ReactNode }) {
  if (text === '') return <p className="text-muted">{children}</p>
  return (
    <p className="whitespace-pre-line wrap-anywhere" dir="auto">
      {text}
    </p>
  )
}

/** The khateeb's phone number; if the server doesn't show it to this user (null), a notice that says when it is shown. */
function KhateebPhone({ phone }: { phone: string | null }) {
  const { role } = useSession()
  if (phone !== null) {
    return (
      <Card title={t`Phone`}>
        <p className="flex items-center gap-2">
          <PhoneIcon className="size-5 shrink-0 text-muted" />
          <Phone value={phone} />
        </p>
      </Card>
    )
  }
  return (
    <Notice tone="danger">
      {role === 'masjid'
        ? t`The phone number is shown while this khateeb has a pending request for a khutbah at your masjid, or is confirmed for one within 3 days of today.`
        : t`The phone number is shown to a masjid while this khateeb has a pending request for a khutbah there, or is confirmed for one within 3 days of today.`}
    </Notice>
  )
}
