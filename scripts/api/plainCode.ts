/** A string literal, or a comment. */
const stringOrComment =
  /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** Code on one line, without comments, so that its layout and its docstrings are no change. */
export function plainCode(code: string): string {
  return (
    code
      .replace(stringOrComment, (_, literal: string | undefined) => literal ?? '')
      // Members of a type may be parted by lines alone.
      .replace(/(?<=[\w)\]}'">?])\s*\n\s*(?=[\w'"[])(?!(?:extends|keyof|readonly \()\b)/g, '; ')
      .replace(/\s+/g, ' ')
      .replace(/,( ?[)}\]])/g, '$1')
      .replace(/([([]) /g, '$1')
      .replace(/ ([)\]])/g, '$1')
      .replace(/[;,]$/, '')
      .replace(/= \| /g, '= ')
      .trim()
  )
}
