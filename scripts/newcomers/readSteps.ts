import { isAbsolute, normalize } from 'node:path'

/** A reader's step: one block of code of a page. */
export type Step =
  | { readonly kind: 'command'; readonly text: string }
  /** A command that goes on until the reader stops it. */
  | { readonly kind: 'server'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }

/**
 * Reads the steps of a page, in order: blocks of `sh`, of which those titled “Keeps running” are servers, and blocks whose
 * title is the path of a file. Other blocks are to read and not to do.
 *
 * @throws Error when a block doesn't end, or a file is outside of the app.
 */
export function readSteps(page: string): readonly Step[] {
  const steps: Step[] = []
  let open: { readonly info: string; readonly lines: string[] } | undefined
  for (const line of page.split('\n')) {
    if (open === undefined) {
      const info = /^```(\S.*)$/.exec(line)?.[1]
      if (info !== undefined) open = { info, lines: [] }
    } else if (line === '```') {
      const step = stepOf(open.info, `${open.lines.join('\n')}\n`)
      if (step) steps.push(step)
      open = undefined
    } else {
      open.lines.push(line)
    }
  }
  if (open) throw new Error(`The block "${open.info}" does not end.`)
  return steps
}

function stepOf(info: string, text: string): Step | undefined {
  const title = /\btitle="([^"]+)"/.exec(info)?.[1]
  if (/^sh\b/.test(info)) return { kind: title === 'Keeps running' ? 'server' : 'command', text }
  if (title === undefined) return undefined
  if (isAbsolute(title) || normalize(title).startsWith('..'))
    throw new Error(`The file "${title}" is outside of the app. Name it from the app's folder on.`)
  return { kind: 'file', path: title, text }
}

/** The part of a page below one of its headings, up to the next one of its level. */
export function sectionOf(page: string, heading: string): string {
  const lines = page.split('\n')
  const start = lines.findIndex((line) => line.replace(/^#+ /, '') === heading && line.startsWith('#'))
  if (start < 0) throw new Error(`The page has no heading "${heading}".`)
  const depth = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 1
  const rest = lines.slice(start + 1)
  let isCode = false
  const end = rest.findIndex((line) => {
    if (line.startsWith('```')) isCode = !isCode
    const found = isCode ? undefined : /^(#+) /.exec(line)?.[1]
    return found !== undefined && found.length <= depth
  })
  return rest.slice(0, end < 0 ? undefined : end).join('\n')
}
