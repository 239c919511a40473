import { Inbox } from 'lucide-react'
import { CalendarTile } from '../app/calendar-tile.tsx'
import { CalendarDate, Miles, Phone, TimeOfDay } from '../app/value-elements.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, stretchedLink } from '../ui/card.tsx'
import { CompactEmptyState } from '../ui/compact-empty-state.tsx'
import { linkClass } from '../ui/link-class.ts'
import { List, Row } from '../ui/list.tsx'
import { ShowMore } from '../ui/show-more.tsx'

const longName =
  'Masjid Al-Noor and Community Center of Greater Southeastern Michigan, the one with a long name'

export function KitSheets() {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6">
      <Card title="Upcoming Khutbahs" aside={<Button variant="quiet">Archived</Button>}>
        <List>
          <Row
            lead={<CalendarTile date="2026-11-27" strong />}
            title={<CalendarDate value="2026-11-27" />}
            detail={
              <>
                <TimeOfDay value="13:30" /> · Islamic Center of Dearborn
              </>
            }
            status={<Badge tone="success">Confirmed</Badge>}
            actions={<Button variant="secondary">Withdraw</Button>}
          />
          <Row
            lead={<CalendarTile date="2026-12-04" />}
            title={longName}
            detail={<Phone value="3135550142" />}
            status={<Badge tone="open">Open</Badge>}
            actions={
              <>
                <Button variant="soft">Accept</Button>
                <Button variant="secondary">Reject</Button>
              </>
            }
          />
          <Row
            title={
              <a className={linkClass} href="#khateeb">
                <bdi>عبد الرحمن بن يوسف</bdi>
              </a>
            }
            detail="A row with nothing before it"
            actions={<Button variant="quiet">Revoke</Button>}
          />
        </List>
        <ShowMore busy={false} onMore={() => undefined} />
        <ShowMore busy onMore={() => undefined} />
      </Card>
      <Card title="Pending Requests">
        <CompactEmptyState icon={Inbox} title="No pending requests">
          When a masjid invites you, you answer here.
        </CompactEmptyState>
      </Card>
      <Card lifts>
        <h2 className="text-lg font-semibold">
          <a className={stretchedLink} href="#masjid">
            A card that is one target
          </a>
        </h2>
        <p className="text-muted">
          <Miles value={12.34} /> · Dearborn
        </p>
      </Card>
      <Card title="Cards in a card">
        <div className="grid gap-4 sm:grid-cols-2">
          {['Masjid Bilal', longName].map((name) => (
            <Card key={name} lifts inset>
              <h3 className="text-lg leading-snug font-semibold">
                <a className={stretchedLink} href="#inset">
                  {name}
                </a>
              </h3>
            </Card>
          ))}
        </div>
      </Card>
    </div>
  )
}
