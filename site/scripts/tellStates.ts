const transition = /^(\[\*\]|\w+) --> (\[\*\]|\w+)(?:: (.+))?$/

/**
 * Tells Mermaid's diagram of states as a table: a picture of states that lead back to each other is harder to read than its rows, and this
 * one can be read aloud.
 */
export function tellStates(code: string): string {
  const [head, ...lines] = code.trim().split('\n')
  if (head !== 'stateDiagram-v2') throw new Error(`Only "stateDiagram-v2" is told, and this is "${head}".`)
  const rows = lines.map((line) => {
    const [, from = '', to = '', what = ''] = transition.exec(line.trim()) ?? []
    if (from === '') throw new Error(`The diagram of states has a line that cannot be read: ${line}`)
    return `| ${nameOf(from, 'start')} | ${what.replaceAll('|', '\\|')} | ${nameOf(to, 'end')} |`
  })
  return ['| From | What happens | To |', '| --- | --- | --- |', ...rows].join('\n')
}

const nameOf = (state: string, edge: string): string => (state === '[*]' ? `(${edge})` : `**${state}**`)
