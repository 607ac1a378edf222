import { type Moved, moveImports } from './moveImports.js'

const fence =
  /^([ \t]*)(`{3,}|~{3,})(ts|tsx|js|jsx|mts|typescript|javascript)\b[^\n]*\n([\s\S]*?)^\1\2[ \t]*$/gm

/** Moves the imports of each block of TypeScript or JavaScript in a page of Markdown. Lines in `left` count in the page. */
export function moveImportsInMarkdown(page: string): Moved {
  const left: { line: number; sentence: string }[] = []
  const text = page.replace(
    fence,
    (whole, indent: string, _mark: string, language: string, code: string, at: number) => {
      const start = at + whole.indexOf(code, whole.indexOf('\n') + 1)
      const plain = code.replace(new RegExp(`^${indent}`, 'gm'), '')
      const moved = moveImports(plain, `block.${language.includes('x') ? 'tsx' : 'ts'}`)
      const linesBefore = page.slice(0, start).split('\n').length - 1
      left.push(...moved.left.map(({ line, sentence }) => ({ line: line + linesBefore, sentence })))
      if (moved.text === plain) return whole
      const back = moved.text.replace(/^(?=.)/gm, indent)
      return whole.slice(0, start - at) + back + whole.slice(start - at + code.length)
    },
  )
  return { text, left }
}
