import { createContext } from 'react'

/**
 * Shows new recovery codes in a dialog. The section with the second factors provides this function, so that the codes are shown even if the
 * user has closed the dialog that asked for them: they can't be shown again later.
 */
export const ShowRecoveryCodesContext = createContext<(codes: readonly string[]) => void>(() => {
  throw new Error('Recovery codes are shown only in the section with the second factors.')
})
