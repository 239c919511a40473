import { join } from 'node:path'
import { repositoryFolder } from '../build/repository-paths.ts'

export type Viewport = 'phone' | 'desktop'
export type Scheme = 'light' | 'dark'

export const allViewports: readonly Viewport[] = ['phone', 'desktop']
export const allSchemes: readonly Scheme[] = ['light', 'dark']

/** In CSS pixels. */
export const sizes: Readonly<Record<Viewport, { readonly width: number; readonly height: number }>> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
}

export interface Picture {
  readonly screen: string
  readonly viewport: Viewport
  readonly scheme: Scheme
}

/** The folder of the pictures, which git ignores. */
export const shotsFolder = join(repositoryFolder, '.shots')

/** The file of a picture, in `shotsFolder`. */
export function fileOf({ screen, viewport, scheme }: Picture): string {
  return `${screen}-${viewport}-${scheme}.png`
}
