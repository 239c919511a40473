import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import type { getKhateebDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { paths } from '../../contract/screen-paths.ts'
import { queryClient } from '../app/document-context.ts'
import { formatLanguages } from '../app/format-languages.ts'
import { GoBack } from '../app/go-back.tsx'
import { LinkButton } from '../app/link-button.tsx'
import { type PrefetchResult, prefetchForRole, useSession } from '../app/session.ts'
import { useTitle } from '../app/title.ts'
import { ConfirmedDates, prefetchConfirmedDates } from '../directory/confirmed-dates.tsx'
import { HeaderSkeleton } from '../directory/header-skeleton.tsx'
import { ItemNotFoundScreen } from '../directory/item-not-found-screen.tsx'
import { khateebQuery } from '../directory/khateeb-query.ts'
import { isNotFound } from '../directory/masjid-queries.ts'
import { PlaceLine } from '../directory/place-line.tsx'
import { TheirEmailUnverifiedBadge, VerifiedBadge } from '../members/badges.tsx'
import { QueryView } from '../members/query-view.tsx'
import { useHasRole } from '../members/use-has-role.ts'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { BlockControl } from './block-control.tsx'
import { confirmedDateInPhoneNote, KhateebPhone } from './khateeb-phone.tsx'
import { SlotForKhateeb } from './slot-for-khateeb.tsx'

/** Prefetches the khateeb, and for a masjid its record and the khateeb's confirmed dates, in parallel with the session. */
export function loader({ params: { id = '' } }: LoaderFunctionArgs): PrefetchResult {
  const khateeb = () => queryClient().prefetchQuery(khateebQuery(id))
  return prefetchForRole({
    khateeb: () => [khateeb()],
    masjid: () => [khateeb(), prefetchConfirmedDates(id)],
  })
}

/** A khateeb's profile, with a masjid's actions for him. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(khateebQuery(id))
  const { data } = query
  useTitle(data === undefined ? t`Khateeb Details` : `${data.firstName} ${data.lastName}`)
  if (isNotFound(query.error)) {
    return (
      <ItemNotFoundScreen
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

/** The slot and the phone number are above the texts on a narrow screen, and beside them on a wide one. */
const columns = 'grid items-start gap-6 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_1fr]'
const sideColumn = 'grid min-w-0 gap-6'
const textColumn = 'grid min-w-0 gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1'

function KhateebSkeleton() {
  const { role } = useSession()
  const mayInvite = useHasRole('scheduler') && role === 'masjid'
  return (
    <>
      <HeaderSkeleton title={t`Khateeb Details`} facts={1} />
      <div className={columns}>
        <div className={sideColumn}>
          {mayInvite && <CardSkeleton height="h-34" />}
          <CardSkeleton height="h-11" />
        </div>
        <div className={textColumn}>
          <CardSkeleton height="h-24" />
          <CardSkeleton height="h-12" />
        </div>
      </div>
    </>
  )
}

function CardSkeleton({ height }: { height: string }) {
  return (
    <Card>
      <Skeleton className="mb-4 h-7 w-32" />
      <Skeleton className={height} />
    </Card>
  )
}

function Khateeb({ khateeb }: { khateeb: OutputOf<typeof getKhateebDetails> }) {
  const session = useSession()
  const { uid, firstName, lastName, city, stateCode, verified, bio, expertise, languages } = khateeb
  const name = `${firstName} ${lastName}`
  const isOwn = session.uid === uid
  const mayInvite = useHasRole('scheduler') && session.role === 'masjid' && !khateeb.blocked
  return (
    <>
      <PageHeader
        back={<GoBack />}
        title={<bdi>{name}</bdi>}
        lead={
          <div className="grid justify-items-start gap-2">
            <PlaceLine place={`${city}, ${stateCode}`} />
            {verified && <VerifiedBadge />}
            {!khateeb.emailVerified && !isOwn && <TheirEmailUnverifiedBadge />}
          </div>
        }
        actions={
          isOwn ? (
            <LinkButton to={paths.aboutMe} variant="secondary">
              {t`Edit Profile`}
            </LinkButton>
          ) : (
            session.role === 'masjid' && (
              <LinkButton to={paths.ourKhateeb(uid)} variant="secondary">
                {t`Our Notes`}
              </LinkButton>
            )
          )
        }
      />
      {session.role === 'masjid' && (
        <ConfirmedDates khateebId={uid} namedDate={confirmedDateInPhoneNote(khateeb)} />
      )}
      <div className={columns}>
        <div className={sideColumn}>
          {mayInvite && <SlotForKhateeb khateeb={{ uid, name }} />}
          <KhateebPhone khateeb={khateeb} />
        </div>
        <div className={textColumn}>
          <Card title={t`Bio`}>
            <MultilineText text={bio}>{t`No bio provided.`}</MultilineText>
          </Card>
          <Card title={t`Expertise`}>
            <MultilineText text={expertise}>{t`No expertise listed.`}</MultilineText>
          </Card>
          {languages.length > 0 && (
            <Card title={t`Languages`}>
              <p>{formatLanguages(languages)}</p>
            </Card>
          )}
        </div>
        {session.role === 'masjid' && (
          <BlockControl
            pair={{ khateebUid: uid, masjidUid: 'me' }}
            name={name}
            blocked={khateeb.blocked}
            pending={khateeb.pendingWithYou}
            label={t`Block This Khateeb`}
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
