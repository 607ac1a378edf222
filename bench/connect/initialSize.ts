import { gzipSync } from 'node:zlib'
import type { Site } from './builds.js'

/**
 * Gzip kilobytes of the scripts that have to be there before anything is drawn: those that the page names, and what these
 * import at their beginning. What a script asks for while it runs is not part of it: the button doesn't wait for that.
 */
export function initialSize(site: Site): number {
  const page = String(site.get('/'))
  const found = new Set<string>()
  const add = (path: string) => {
    const content = site.get(path)
    if (!content || found.has(path)) return
    found.add(path)
    for (const [, name = ''] of String(content).matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g))
      add(resolve(path, name))
  }
  for (const [, name = ''] of page.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)) add(resolve('/', name))
  if (found.size === 0) throw new Error('The page names no script of its site.')
  const sizes = [...found].map((path) => gzipSync(site.get(path) as Buffer, { level: 9 }).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

const resolve = (from: string, name: string) => new URL(name, `http://site${from}`).pathname
