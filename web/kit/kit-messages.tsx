import { BadgeCheck } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Tone } from '../ui/tone.ts'

const tones: readonly Tone[] = ['neutral', 'accent', 'success', 'info', 'warning', 'danger']
const noticeTones = ['info', 'success', 'warning', 'danger'] as const

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
          <Badge tone="accent" icon={BadgeCheck}>
            Verified
          </Badge>
        </div>
        {noticeTones.map((tone) => (
          <Notice key={tone} tone={tone} title={`A ${tone} notice`}>
            A message that stays until its reason is gone.
          </Notice>
        ))}
        <Notice title="Welcome" action={<Button>Complete Profile</Button>}>
          Tell masjids about yourself.
        </Notice>
        <Notice tone="danger">Only a sentence.</Notice>
        <div className="flex items-center gap-4">
          <Spinner label="Loading" />
          <div className="grow">
            <Progress label="Uploading" value={0.6} />
          </div>
        </div>
        <Loading label="Loading khutbahs">
          <div className="grid gap-2">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-4 w-72 max-w-full" />
          </div>
        </Loading>
      </div>
    </Card>
  )
}
