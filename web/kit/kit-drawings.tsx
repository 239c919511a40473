import home from '../home/home.svg'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Drawing } from '../ui/drawing.tsx'
import calendar from '../ui/drawings/calendar.svg'
import letter from '../ui/drawings/letter.svg'
import lost from '../ui/drawings/lost.svg'
import nearby from '../ui/drawings/nearby.svg'
import { EmptyState } from '../ui/empty-state.tsx'
import { StarDivider } from '../ui/star-divider.tsx'

export function KitDrawings() {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6">
      <Drawing src={home} ratio="6/5" />
      <Card>
        <EmptyState
          drawing={calendar}
          title="No upcoming khutbahs."
          text="Post the next Friday, and khateebs nearby can ask for it."
          action={<Button variant="soft">Post the Next Friday</Button>}
        />
      </Card>
      <Card>
        <EmptyState drawing={letter} title="No pending requests" />
        <EmptyState drawing={nearby} title="No khateebs match your search." />
      </Card>
      <EmptyState
        headingLevel={2}
        drawing={lost}
        title="There is nothing at this address"
        text="The link may be old, or part of it may be missing."
        action={<Button>Go to the home page</Button>}
      />
      <div className="flex justify-center">
        <StarDivider />
      </div>
    </div>
  )
}
