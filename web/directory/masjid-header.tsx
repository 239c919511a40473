import { t } from '@lingui/core/macro'
import { Globe, type LucideIcon, MapPin, PhoneIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { GoBack } from '../app/go-back.tsx'
import { Phone } from '../app/value-elements.tsx'
import { VerifiedBadge } from '../members/badges.tsx'
import { linkClass } from '../ui/link-class.ts'
import { PageHeader } from '../ui/page-header.tsx'
import type { Masjid } from './masjid-queries.ts'

/** A masjid's name, address, phone and website. */
export function MasjidHeader({ masjid }: { masjid: Masjid }) {
  const { masjidName, masjidAddress, city, stateCode, zipCode, phone, website, verified } = masjid
  return (
    <PageHeader
      back={<GoBack />}
      title={<bdi>{masjidName}</bdi>}
      lead={verified ? <VerifiedBadge /> : undefined}
      facts={
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1 text-muted">
          <Fact icon={MapPin} name={t`Address`}>
            <bdi>{masjidAddress}</bdi>,{' '}
            <bdi>
              {city}, {stateCode} {zipCode}
            </bdi>
          </Fact>
          <Fact icon={PhoneIcon} name={t`Phone`}>
            <Phone value={phone} />
          </Fact>
          {website !== '' && (
            <Fact icon={Globe} name={t`Website`}>
              <a
                className={`inline-flex min-h-control items-center wrap-anywhere ${linkClass}`}
                href={website}
                target="_blank"
                rel="noreferrer"
              >
                <bdi dir="ltr">{website.replace(/^https?:\/\//i, '').replace(/\/$/, '')}</bdi>
              </a>
            </Fact>
          )}
        </dl>
      }
    />
  )
}

interface FactProps {
  icon: LucideIcon
  /** For screen readers, in place of the icon. */
  name: string
  children: ReactNode
}

function Fact({ icon: Icon, name, children }: FactProps) {
  return (
    <div className="flex min-h-control min-w-0 items-center gap-2">
      <dt>
        <Icon className="size-5 shrink-0" aria-hidden="true" />
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
