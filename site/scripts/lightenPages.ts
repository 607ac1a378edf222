import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dropFocusScript } from './dropFocusScript.js'
import { lightenPage } from './lightenPage.js'

/** Lightens every page of a built site but the one of live examples, which is an app, and the script of its code blocks. */
export async function lightenPages(built: string): Promise<void> {
  const sheets = new Map<string, string>()
  const readStyles = (address: string): string => {
    const known = sheets.get(address) ?? readFileSync(join(built, address), 'utf8')
    sheets.set(address, known)
    return known
  }
  const pages = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.html') && path !== join('live', 'index.html'),
  )
  for (const page of pages) {
    const path = join(built, page)
    writeFileSync(path, await lightenPage(readFileSync(path, 'utf8'), readStyles))
  }
  const scripts = readdirSync(join(built, '_astro')).filter((name) => /^ec\..*\.js$/.test(name))
  for (const name of scripts) {
    const path = join(built, '_astro', name)
    writeFileSync(path, dropFocusScript(readFileSync(path, 'utf8')))
  }
}
