/** Loads the home page. This function is not in `screens.ts`, because the home page doesn't load the table of all screens. */
export const loadHomePage = () => import('../home/home-page.tsx')
