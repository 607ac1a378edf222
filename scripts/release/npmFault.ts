/** Returns the sentence of a failed npm, without its log and its advice. @param stderr what npm printed */
export function npmFault(stderr: string): string {
  const lines = stderr.split('\n').flatMap((line) => {
    const said = /^npm (?:error|ERR!) (?!code |errno |syscall |A complete log)(.+)$/.exec(line)?.[1]?.trim()
    return said ? [said] : []
  })
  return lines[0] ?? 'npm failed and said nothing'
}
