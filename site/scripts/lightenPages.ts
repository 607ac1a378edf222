import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beginAtOnce } from './beginAtOnce.js'
import { dropFocusScript } from './dropFocusScript.js'
import { lightenPage } from './lightenPage.js'

/** Lightens every page of a built site but the one of live examples, which is an app, and the scripts of its code blocks and of its search. */
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
  mendScripts(built, /^ec\..*\.js$/, dropFocusScript)
  mendScripts(built, /^Search\..*\.js$/, beginAtOnce)
}

function mendScripts(built: string, names: RegExp, mend: (script: string) => string): void {
  const folder = join(built, '_astro')
  for (const name of readdirSync(folder).filter((found) => names.test(found))) {
    const path = join(folder, name)
    writeFileSync(path, mend(readFileSync(path, 'utf8')))
  }
}
