import { t } from '@lingui/core/macro'

interface MenuButtonProps {
  isOpen: boolean
  onToggle: () => void
  /** Id of the list that the button opens. */
  controls: string
}

/** A hamburger button that opens and closes a list of links. */
export function MenuButton({ isOpen, onToggle, controls }: MenuButtonProps) {
  const line = 'absolute h-0.5 w-5.5 rounded-full bg-ink transition-transform forced-fill'
  return (
    <button
      type="button"
      className="relative grid size-control place-items-center rounded-control hover:bg-sunken"
      aria-expanded={isOpen}
      aria-controls={controls}
      aria-label={t`Menu`}
      onClick={onToggle}
    >
      <span className={`${line} ${isOpen ? 'rotate-45' : '-translate-y-1.75'}`} />
      <span className={`${line} ${isOpen ? 'scale-x-0' : ''}`} />
      <span className={`${line} ${isOpen ? '-rotate-45' : 'translate-y-1.75'}`} />
    </button>
  )
}
