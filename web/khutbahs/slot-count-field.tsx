import { t } from '@lingui/core/macro'
import { Minus, Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, Field } from '../ui/field.tsx'

interface SlotCountFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> {
  count: number
  most: number
  onCount: (count: number) => void
}

const stepButtonClass =
  'grid size-control shrink-0 place-items-center rounded-control border border-edge bg-surface hover:border-accent hover:bg-accent-soft'

/** The number of slots on a date, from 1 to `most`: a number field with minus and plus buttons. */
export function SlotCountField({ count, most, onCount, ...input }: SlotCountFieldProps) {
  const change = (next: number) => {
    if (next >= 1 && next <= most) onCount(next)
  }
  return (
    <Field label={t`Number of khutbahs`}>
      {(control) => (
        <div className="flex gap-2">
          <button
            type="button"
            className={stepButtonClass}
            aria-label={t`Remove a khutbah`}
            aria-disabled={count <= 1}
            onClick={() => change(count - 1)}
          >
            <Minus className="size-5" />
          </button>
          <input
            {...input}
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={most}
            className={`${controlClass} w-20 text-center [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none`}
          />
          <button
            type="button"
            className={stepButtonClass}
            aria-label={t`Add a khutbah`}
            aria-disabled={count >= most}
            onClick={() => change(count + 1)}
          >
            <Plus className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}
