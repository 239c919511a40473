import { type ReactNode, useLayoutEffect, useRef } from 'react'

type Act = () => void

interface WhileOpenProps {
  /** Renders the dialog. `ifOpen` returns a function that does nothing after this dialog has closed. */
  children: (ifOpen: (act: Act) => Act) => ReactNode
}

/**
 * Surrounds an open dialog whose actions close dialogs. An action may end after its dialog was closed, and must not close a dialog that the
 * user has opened in the meantime.
 */
export function WhileOpen({ children }: WhileOpenProps) {
  const isOpen = useRef(false)
  useLayoutEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return children((act) => () => {
    if (isOpen.current) act()
  })
}
