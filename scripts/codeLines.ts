/** Lines of a module that are neither blank nor comment. */
export function countCodeLines(text: string): number {
  const code = text.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, '')
  return code.split('\n').filter((line) => /\S/.test(line) && !/^\s*\/\//.test(line)).length
}
