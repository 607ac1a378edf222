/** A file that a page shows whole: its block begins with the path, `// src/wagmi.ts`. */
export interface WholeFile {
  readonly path: string
  readonly text: string
}

/** The files that a page has a person write, in the page's order. */
export const wholeFiles = (page: string): readonly WholeFile[] =>
  Array.from(
    page.matchAll(/^```tsx? frame="code"\n\/\/ (src\/\S+)\n([\s\S]*?)^```$/gm),
    ([, path = '', text = '']) => ({ path, text }),
  )
