import { t } from '@lingui/core/macro'
import { Search, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { controlClass } from './field.tsx'

interface SearchFieldProps {
  /** The accessible name. It is not visible. */
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
}

/** A search input. Calls `onChange` on each keystroke, so debounce before calling the server. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <search className="relative block">
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <Search className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-muted" />
      <input
        ref={input}
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        className={`${controlClass} ps-10 pe-control [&::-webkit-search-cancel-button]:hidden`}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <button
          type="button"
          className="absolute inset-y-0 end-0 grid w-control place-items-center rounded-control text-muted hover:text-ink"
          aria-label={t`Clear search`}
          onClick={clear}
        >
          <X className="size-5" />
        </button>
      )}
    </search>
  )
}
