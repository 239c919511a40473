/**
 * What the first paint of the home page is made of. It is kept light, and its words come with it while all others come
 * later.
 */
export const firstPaint = [
  'web/home/home-page.tsx',
  'web/verse/verse.tsx',
  'web/app/link-button.tsx',
  'web/app/main-part.tsx',
  'web/app/member-screens.ts',
  'web/shell/opening.tsx',
  'web/app/paths.ts',
  'web/shell/public-bar.tsx',
  'web/shell/public-frame.tsx',
  'web/shell/root.tsx',
  'web/shell/root-error.tsx',
  'web/shell/routes.tsx',
  'web/shell/screens.ts',
  'web/shell/screen-failed.tsx',
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
