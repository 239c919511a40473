import { BadgeCheck, CircleDashed } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import type { Tone } from '../ui/tone.ts'

const tones: readonly Tone[] = ['neutral', 'open', 'accent', 'success', 'info', 'warning', 'danger']
const noticeTones = ['accent', 'info', 'success', 'warning', 'danger'] as const

const longText = 'The service is busy or restarting. Please try again in a moment; what you typed stays here.'

export function KitMessages() {
  return (
    <Card title="Messages">
      <div className="grid gap-5">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Badge tone="open" icon={CircleDashed}>
            2 open slots
          </Badge>
          <Badge tone="accent" icon={BadgeCheck}>
            Verified
          </Badge>
        </div>
        {noticeTones.map((tone) => (
          <Notice key={tone} tone={tone} title={`A ${tone} notice`}>
            A message that stays until its reason is gone.
          </Notice>
        ))}
        <Notice tone="accent" title="Welcome" action={<Button>Complete Profile</Button>}>
          Tell masjids about yourself.
        </Notice>
        <Notice
          tone="danger"
          title="Error loading masjid details. Please try again later."
          action={
            <Button variant="secondary" busy>
              Try again
            </Button>
          }
        >
          {longText}
        </Notice>
        <Notice tone="danger">Only a sentence.</Notice>
        <Loading>
          <div className="grid gap-2">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-4 w-72 max-w-full" />
          </div>
        </Loading>
      </div>
    </Card>
  )
}
