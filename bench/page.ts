import { launchChromium } from '../tools/browser/chromium.ts'
import { findChromium } from '../tools/browser/chromium-program.ts'
import { helloBytes } from './page/hello-world.ts'
import { type Category, lighthouse, ownContext, type Scores, type Visit } from './page/lighthouse.ts'
import { scriptsOf, signIn } from './page/scripts.ts'
import { median, type Report } from './report.ts'
import { khateebUidOf, masjidUidOf, tokenOf } from './seed.ts'
import type { Workload } from './workload.ts'

/** The remote debugging port, by which Lighthouse controls the browser. */
const port = 9_333

const khateeb = tokenOf('khateeb2@bench.minbar.example')
const masjid = tokenOf('masjid1@bench.minbar.example')

interface Screen {
  readonly path: string
  readonly token?: string
}

const home: Screen = { path: '/' }

const otherScreens: readonly Screen[] = [
  { path: '/login' },
  { path: '/khateeb-signup' },
  { path: '/masjid-signup' },
  { path: '/home-about-us' },
  { path: '/dashboard', token: khateeb },
  { path: '/nearby-masjids', token: khateeb },
  { path: `/masjid-details/${masjidUidOf(501)}`, token: khateeb },
  { path: `/masjid-info/${masjidUidOf(501)}`, token: khateeb },
  { path: `/khutbah/2099-01-02?masjid=${masjidUidOf(501)}`, token: khateeb },
  { path: '/about-me', token: khateeb },
  { path: '/account', token: khateeb },
  { path: '/about-us', token: khateeb },
  { path: '/masjid-landing', token: masjid },
  { path: '/nearby-khateebs', token: masjid },
  { path: '/archived-khutbahs', token: masjid },
  { path: '/slot-history', token: masjid },
  { path: `/khateeb-details/${khateebUidOf(2)}`, token: masjid },
]

/** The screens that Lighthouse measures besides the home page. */
const lighthouseScreens = otherScreens.filter(({ path }) =>
  ['/dashboard', '/masjid-landing', '/nearby-masjids'].includes(path),
)

/** Measures the size of the page's scripts, and its Lighthouse scores. `url` is a server on the seeded database. */
export async function measurePage(
  build: string,
  url: string,
  workload: Workload,
  report: Report,
): Promise<void> {
  await measureScripts(build, url, report)
  await measureScores(url, workload.lighthouseRuns, report)
}

async function measureScripts(build: string, url: string, report: Report): Promise<void> {
  const browser = await launchChromium(await findChromium())
  try {
    const scripts = (screen: Screen) =>
      scriptsOf(browser, { build, url: url + screen.path, token: screen.token })
    const hello = await helloBytes()
    const ofHome = await scripts(home)
    report({
      what: 'first load, home',
      measured: kilobytes(ofHome.first),
      comparison: `hello world ${kilobytes(hello)}`,
      result: ofHome.first / hello,
      unit: '×',
      bound: { atMost: 1.1 },
    })
    for (const screen of otherScreens) {
      const { first, all } = await scripts(screen)
      report({
        what: `first load, ${screen.path.split('/')[1]?.split('?')[0]}`,
        measured: kilobytes(first),
        comparison: `in all ${kilobytes(all)}`,
        result: first / 1_000,
        unit: 'kB',
        bound: { atMost: 150 },
      })
    }
  } finally {
    await browser.close()
  }
}

async function measureScores(url: string, times: number, report: Report): Promise<void> {
  for (const screen of [home, ...lighthouseScreens]) {
    // A new browser for each screen: Lighthouse uses the browser's default context, whose session has one role.
    const browser = await launchChromium(await findChromium(), port)
    try {
      if (screen.token !== undefined) await signIn(await ownContext(port), url, screen.token)
      const measure = await lighthouse(port)
      for (const visit of ['first', 'again'] as const) {
        const scores: Scores[] = []
        for (let run = 0; run < times && !isDecided(scores, times, minimumScore(screen)); run += 1) {
          // Each category takes Lighthouse some seconds, and only the performance varies between runs: so repeat only that.
          const names = run === 0 ? categoriesOf(screen, visit) : (['performance'] as const)
          scores.push(await measure(url + screen.path, visit, names))
        }
        reportScores(screen, visit, scores, report)
      }
    } finally {
      await browser.close()
    }
  }
}

function minimumScore({ token }: Screen): number {
  return token === undefined ? 100 : 95
}

/** Whether more runs, `times` in all, cannot change on which side of the bound the median performance is. */
function isDecided(scores: readonly Scores[], times: number, atLeast: number): boolean {
  const met = scores.filter((it) => it.of('performance') >= atLeast).length
  return Math.max(met, scores.length - met) > times / 2
}

/** Excludes SEO for screens that require a session. Repeat visits only have another performance. */
function categoriesOf({ token }: Screen, visit: Visit): readonly Category[] {
  if (visit === 'again') return ['performance']
  return ['performance', 'accessibility', 'best-practices', ...(token === undefined ? ['seo' as const] : [])]
}

function reportScores(screen: Screen, visit: Visit, scores: readonly Scores[], report: Report): void {
  const where = `${screen.path === '/' ? 'home' : screen.path.slice(1)}${visit === 'again' ? ', again' : ''}`
  const paint = median(scores.map((it) => it.firstPaint)).toFixed(1)
  for (const name of categoriesOf(screen, visit)) {
    const measured = (name === 'performance' ? scores : scores.slice(0, 1)).map((it) => it.of(name))
    report({
      what: `Lighthouse, ${where}: ${name}`,
      measured: measured.join(' '),
      comparison: name === 'performance' ? `first paint ${paint} s` : '',
      result: median(measured),
      unit: '',
      bound: { atLeast: minimumScore(screen) },
    })
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`
}
