export interface Sample {
  /** Line of the document that opens the sample's fence, from 1. */
  readonly line: number
  /** A module in which the sample stands on the lines it has in the document, so that a compiler's lines are right. */
  readonly module: string
}

/** The TypeScript samples of a Markdown document. Blocks with a title are files of an app: `scripts/newcomers` compiles them in it. */
export function samplesOf(document: string): readonly Sample[] {
  const samples: Sample[] = []
  let open: { readonly line: number; readonly text: string[] } | undefined
  for (const [index, text] of document.split('\n').entries()) {
    if (open === undefined) {
      if (/^```tsx?$/.test(text)) open = { line: index + 1, text: Array(index + 1).fill('') }
    } else if (text === '```') {
      // Without an import or export it would be a script, whose names every other script sees.
      samples.push({ line: open.line, module: [...open.text, 'export {}', ''].join('\n') })
      open = undefined
    } else {
      open.text.push(text)
    }
  }
  if (open !== undefined) throw new Error(`The sample that opens on line ${open.line} does not end.`)
  return samples
}
