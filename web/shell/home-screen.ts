/** Loads the home page. This function has its own module, because the home page doesn't load `screens.ts`, the table of all screens. */
export const loadHomePage = () => import('../home/home-page.tsx')
