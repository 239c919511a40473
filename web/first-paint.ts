/**
 * What the first paint of the home page is made of. It is kept light, and its words come with it while all others come
 * later.
 */
export const firstPaint = [
  'web/home',
  'web/verse/verse.tsx',
  'web/app/link-button.tsx',
  'web/app/main-part.tsx',
  'web/app/opening.tsx',
  'web/app/paths.ts',
  'web/app/public-bar.tsx',
  'web/app/public-frame.tsx',
  'web/app/root.tsx',
  'web/app/root-error.tsx',
  'web/app/routes.tsx',
  'web/app/screen-failed.tsx',
  'web/app/settings.ts',
  'web/app/title.ts',
  'web/app/words.ts',
  'web/ui/after-paint.ts',
  'web/ui/button-class.ts',
  'web/ui/drawing.tsx',
  'web/ui/menu-button.tsx',
  'web/ui/star-rule.tsx',
  'web/ui/wordmark.tsx',
] as const
