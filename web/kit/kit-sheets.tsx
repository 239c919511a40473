import { CalendarDate, Miles, Phone, TimeOfDay } from '../app/measures.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, stretchedLink } from '../ui/card.tsx'
import { Drawing } from '../ui/drawing.tsx'
import calendar from '../ui/drawings/calendar.svg'
import letter from '../ui/drawings/letter.svg'
import lost from '../ui/drawings/lost.svg'
import nearby from '../ui/drawings/nearby.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { List, Row } from '../ui/list.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { StarRule } from '../ui/star-rule.tsx'

export function KitSheets() {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6">
      <Card title="Upcoming Khutbahs" aside={<Button variant="quiet">Archived</Button>}>
        <List>
          <Row
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
            title="Masjid Al-Noor and Community Center of Greater Southeastern Michigan, the one with a long name"
            detail={<Phone value="3135550142" />}
            status={<Badge tone="warning">Waiting</Badge>}
            actions={
              <>
                <Button>Accept</Button>
                <Button variant="secondary">Reject</Button>
              </>
            }
          />
        </List>
        <ShowMore busy={false} onMore={() => undefined} />
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
      <Card>
        <EmptyState
          drawing={<Drawing src={calendar} ratio="3/2" />}
          title="No upcoming khutbahs."
          text="Post the next Friday, and khateebs nearby can ask for it."
          action={<Button>Add New Khutbah</Button>}
        />
      </Card>
      <Card>
        <EmptyState drawing={<Drawing src={letter} ratio="3/2" />} title="No pending requests" />
        <EmptyState drawing={<Drawing src={nearby} ratio="3/2" />} title="No khateebs match your search." />
        <EmptyState drawing={<Drawing src={lost} ratio="3/2" />} title="There is nothing at this address" />
      </Card>
      <div className="flex justify-center">
        <StarRule />
      </div>
    </div>
  )
}
