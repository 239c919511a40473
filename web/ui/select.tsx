import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, Field, type FieldProps } from './field.tsx'

type SelectProps = FieldProps & Omit<ComponentProps<'select'>, 'className' | 'id' | 'multiple' | 'size'>

/** A native `<select>`. Its children are the options. */
export function Select({ label, hint, error, optionalText, children, ...select }: SelectProps) {
  const texts = { label, hint, error, optionalText, describedBy: select['aria-describedby'] }
  return (
    <Field {...texts}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={`${controlClass} appearance-none pe-10 text-ellipsis`}>
            {children}
          </select>
          <ChevronDown className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5 text-muted" />
        </div>
      )}
    </Field>
  )
}
