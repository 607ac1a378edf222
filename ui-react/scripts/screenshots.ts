import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../gallery/launchBrowser.js'
import { serveGallery } from '../gallery/serveGallery.js'

const folder = fileURLToPath(new URL('../../.artifacts/kit/', import.meta.url))
const groups = ['controls', 'rows', 'fields', 'states', 'pictures']
const sizes = [
  { name: 'narrow', width: 360, height: 740 },
  { name: 'wide', width: 1280, height: 800 },
]

/** Pictures of every story: light and dark, narrow and wide, both directions. Optional filter: `dark-ltr`. */
async function main(filter = ''): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const gallery = await serveGallery()
  const browser = await launchBrowser()
  try {
    for (const theme of ['light', 'dark']) {
      for (const dir of ['ltr', 'rtl']) {
        for (const { name, width, height } of sizes) {
          for (const group of groups) {
            const file = `${name}-${theme}-${dir}-${group}.png`
            if (!file.includes(filter)) continue
            const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' })
            await page.goto(`${gallery.url}?story=${group}/&theme=${theme}&dir=${dir}`)
            await page.locator('[data-story]').first().waitFor()
            await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
            await page.screenshot({ path: folder + file, fullPage: true })
            await page.close()
          }
        }
      }
    }
  } finally {
    await browser.close()
    await gallery.stop()
  }
}

await main(process.argv[2])
