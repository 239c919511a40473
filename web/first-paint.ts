/**
 * What the first paint of the home page is made of. It is kept light: its words come with it while all others come
 * later, and the React compiler passes over it, since what is drawn once needs no memory of how it was drawn.
 */
export const firstPaint = [
  'web/home',
  'web/verse/verse.tsx',
  'web/app/main-part.tsx',
  'web/app/public-bar.tsx',
  'web/app/public-frame.tsx',
  'web/app/root.tsx',
  'web/app/root-error.tsx',
  'web/app/link-button.tsx',
  'web/ui/drawing.tsx',
  'web/ui/menu-button.tsx',
  'web/ui/star-rule.tsx',
  'web/ui/wordmark.tsx',
] as const
