import { join } from 'node:path'
import { repositoryFolder } from '../build/repository-paths.ts'

export type Viewport = (typeof viewports)[number]

export const viewports = ['phone', 'desktop'] as const
export const schemes = ['light', 'dark'] as const

/** The sizes of the viewports in CSS pixels. */
export const viewportSizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const

export interface Screenshot {
  readonly screen: string
  readonly viewport: Viewport
  readonly scheme: (typeof schemes)[number]
}

/** The folder of the screenshots. git ignores it. */
export const shotsFolder = join(repositoryFolder, '.shots')

/** Returns the file name of a screenshot in `shotsFolder`. */
export function fileOf({ screen, viewport, scheme }: Screenshot): string {
  return `${screen}-${viewport}-${scheme}.png`
}
