import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import {
  allSchemes,
  allViewports,
  fileOf,
  type Picture,
  shotsFolder,
  sizes,
  type Viewport,
} from './picture.ts'

/** The number of pictures on a sheet, and the width of each in pixels. */
const sheetLayout: Readonly<Record<Viewport, { readonly perSheet: number; readonly width: number }>> = {
  phone: { perSheet: 4, width: 380 },
  desktop: { perSheet: 2, width: 760 },
}

/** Pixels around and between pictures. */
const gap = 12

/** Pixels: taller pictures are cut off on a sheet. */
const maxHeight = 1_500

/** Writes `index.html` with all pictures, and PNG sheets with a few pictures each. Returns the names of the sheets. */
export async function writeContactSheets(browser: Browser, pictures: readonly Picture[]): Promise<string[]> {
  const index = join(shotsFolder, 'index.html')
  const oldSheets = (await readdir(shotsFolder)).filter((it) => it.startsWith('sheet-'))
  await Promise.all(oldSheets.map((it) => rm(join(shotsFolder, it))))
  await writeFile(index, indexPage(pictures))
  const page = await browser.newPage()
  const sheets: string[] = []
  for (const viewport of allViewports) {
    const { perSheet, width } = sheetLayout[viewport]
    await page.setViewportSize({ width: perSheet * (width + gap) + gap, height: 900 })
    for (const scheme of allSchemes) {
      const of = pictures.filter((it) => it.viewport === viewport && it.scheme === scheme)
      for (let first = 0; first < of.length; first += perSheet) {
        const name = `sheet-${viewport}-${scheme}-${String(first / perSheet + 1).padStart(2, '0')}.png`
        const html = document(figures(of.slice(first, first + perSheet), width))
        // Only a page with a file: origin may load files.
        await page.goto(pathToFileURL(index).href)
        await page.setContent(html, { waitUntil: 'load' })
        await page.screenshot({ path: join(shotsFolder, name), fullPage: true })
        sheets.push(name)
      }
    }
  }
  await page.close()
  return sheets
}

function indexPage(pictures: readonly Picture[]): string {
  const names = [...new Set(pictures.map((it) => it.screen))]
  const rows = names.map((name) => {
    const of = pictures.filter((it) => it.screen === name)
    const drawn = of.map((it) => figures([it], it.viewport === 'phone' ? 240 : 480)).join('')
    return `<h2>${name}</h2><div>${drawn}</div>`
  })
  return document(rows.join('\n'))
}

function figures(pictures: readonly Picture[], width: number): string {
  return pictures
    .map((it) => {
      const file = fileOf(it)
      // The dashed line shows the bottom of the screen before scrolling.
      const fold = (sizes[it.viewport].height * width) / sizes[it.viewport].width
      return `<figure style="width:${width}px"><figcaption>${it.screen} · ${it.viewport} · ${it.scheme}</figcaption><a href="${file}"><img src="${file}" width="${width}" alt=""><hr style="top:${fold + 20}px"></a></figure>`
    })
    .join('')
}

function document(body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Minbar, every screen</title><style>
    body { margin: 0; padding-block-start: ${gap}px; padding-inline-start: ${gap}px; font: 12px/20px system-ui, sans-serif; background: #777; color: #fff }
    div, body { display: flow-root }
    h2 { font-size: 16px; margin: 0 }
    figure { position: relative; float: inline-start; margin: 0 ${gap}px ${gap}px 0; max-height: ${maxHeight}px; overflow: hidden }
    img { display: block }
    hr { position: absolute; inset-inline: 0; margin: 0; border: 0; border-top: 1px dashed #e0207080 }
  </style>${body}`
}
