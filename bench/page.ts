import { landingPaths, paths } from '../contract/screen-paths.ts'
import { launchChromium } from '../tools/browser/chromium.ts'
import { findChromium } from '../tools/browser/chromium-program.ts'
import { everyScreen } from '../tools/browser/sample-screens.ts'
import { helloBytes } from './page/hello-world.ts'
import {
  type Category,
  defaultContext,
  installLighthouse,
  type Scores,
  type Visit,
} from './page/lighthouse.ts'
import { measureScriptBytes, setSessionCookie } from './page/scripts.ts'
import { median, type ReportMeasurement } from './report.ts'
import { khateebUidOf, masjidUidOf, tokenOf } from './seed.ts'
import type { Workload } from './workload.ts'

/** The remote debugging port through which Lighthouse controls the browser. */
const port = 9_333

const tokens = {
  khateeb: tokenOf('khateeb2@bench.minbar.example'),
  masjid: tokenOf('masjid1@bench.minbar.example'),
  signedOut: undefined,
}
/** Masjid 501 has eight Fridays, the first on 2099-01-02, and no pending requests that the benchmark approves. */
const samples = { masjidUid: masjidUidOf(501), khateebUid: khateebUidOf(2), date: '2099-01-02' }

interface MeasuredScreen {
  readonly path: string
  readonly token: string | undefined
}

const home: MeasuredScreen = { path: paths.home, token: undefined }

/** All screens except the home page. Each is opened by the first of its `visitorKinds`. */
const otherScreens: readonly MeasuredScreen[] = everyScreen
  .filter(({ pattern }) => pattern !== paths.home && pattern !== paths.homeAlias)
  .map(({ addressFor, visitorKinds: [visitor] }) => ({ path: addressFor(samples), token: tokens[visitor] }))

/** The screens that Lighthouse measures in addition to the home page. */
const lighthouseScreens = otherScreens.filter(({ path }) =>
  [landingPaths.khateeb, landingPaths.masjid, paths.nearbyMasjids].some((it) => it === path),
)

/** Measures the size of the page's scripts and its Lighthouse scores. `url` is the URL of a server on the filled database. */
export async function measurePage(
  build: string,
  url: string,
  workload: Workload,
  report: ReportMeasurement,
): Promise<void> {
  await measureScripts(build, url, report)
  await measureScores(url, workload.lighthouseRuns, report)
}

/** The bounds come from docs/decisions/page-weight.md. */
async function measureScripts(build: string, url: string, report: ReportMeasurement): Promise<void> {
  const browser = await launchChromium(await findChromium())
  try {
    const scripts = (screen: MeasuredScreen) =>
      measureScriptBytes(browser, { build, url: url + screen.path, token: screen.token })
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
        comparison: `with later scripts ${kilobytes(all)}`,
        result: first / 1_000,
        unit: 'kB',
        bound: { atMost: 150 },
      })
    }
  } finally {
    await browser.close()
  }
}

async function measureScores(url: string, times: number, report: ReportMeasurement): Promise<void> {
  for (const screen of [home, ...lighthouseScreens]) {
    // Each screen gets a new browser, because screens need different roles, and Lighthouse uses only one browser context.
    const browser = await launchChromium(await findChromium(), port)
    try {
      if (screen.token !== undefined) await setSessionCookie(await defaultContext(port), url, screen.token)
      const measure = await installLighthouse(port)
      for (const visit of ['first', 'again'] as const) {
        const scores: Scores[] = []
        for (let run = 0; run < times && !isDecided(scores, times, minimumScore(screen)); run += 1) {
          // Only the performance differs between runs, and each category takes some seconds. So only the first run measures the other
          // categories.
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

/** Returns the lowest accepted score. Screens for members may score lower, because they load data. */
function minimumScore({ token }: MeasuredScreen): number {
  return token === undefined ? 100 : 95
}

/** Returns whether the remaining runs can no longer change the verdict on the median performance. `times` is the total number of runs. */
function isDecided(scores: readonly Scores[], times: number, atLeast: number): boolean {
  const met = scores.filter((it) => it.of('performance') >= atLeast).length
  return Math.max(met, scores.length - met) > times / 2
}

/** Returns the categories to measure: no SEO for screens that require a session, and only performance for repeat visits. */
function categoriesOf({ token }: MeasuredScreen, visit: Visit): readonly Category[] {
  if (visit === 'again') return ['performance']
  return ['performance', 'accessibility', 'best-practices', ...(token === undefined ? ['seo' as const] : [])]
}

function reportScores(
  screen: MeasuredScreen,
  visit: Visit,
  scores: readonly Scores[],
  report: ReportMeasurement,
): void {
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
