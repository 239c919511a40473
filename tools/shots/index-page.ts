import { fileOf, type Screenshot, viewportSizes } from './screenshot.ts'

/** The width of a screenshot on the index page, in pixels. */
const shownWidths = { phone: 240, desktop: 480 } as const

/** The greatest height of a screenshot on the index page, in pixels. Taller screenshots are cut off. */
const maxHeight = 1_500

/** Returns an HTML page with all screenshots, sorted by screen. Each is a link to its file in the same folder. */
export function indexPage(screenshots: readonly Screenshot[]): string {
  const names = [...new Set(screenshots.map((it) => it.screen))]
  const rows = names.map((name) => {
    const figures = screenshots.filter((it) => it.screen === name).map(figure)
    return `<h2>${name}</h2><div>${figures.join('')}</div>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Minbar, every screen</title><style>
    body { margin: 12px; font: 12px/20px system-ui, sans-serif; background: #777; color: #fff }
    div { display: flow-root }
    h2 { font-size: 16px; margin: 0 }
    figure { position: relative; float: inline-start; margin: 0 12px 12px 0; max-height: ${maxHeight}px; overflow: hidden }
    img { display: block }
    hr { position: absolute; inset-inline: 0; margin: 0; border: 0; border-top: 1px dashed #e0207080 }
  </style>${rows.join('\n')}`
}

function figure(screenshot: Screenshot): string {
  const { screen, viewport, scheme } = screenshot
  const file = fileOf(screenshot)
  const width = shownWidths[viewport]
  // The dashed line shows where the first view of the screen ends, before scrolling.
  const fold = (viewportSizes[viewport].height * width) / viewportSizes[viewport].width
  return `<figure style="width:${width}px"><figcaption>${screen} · ${viewport} · ${scheme}</figcaption><a href="${file}"><img src="${file}" width="${width}" alt=""><hr style="top:${fold + 20}px"></a></figure>`
}
