export interface FlowNode {
  readonly id: string
  readonly label: string
}

export interface FlowEdge {
  readonly from: string
  readonly to: string
  /** Drawn dotted: asked for by name, and possibly absent. */
  readonly isDotted: boolean
  readonly label: string
}

export interface Flowchart {
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
}

const nodePattern = /^(\w+)(?:\["([^"]*)"\])?/
const arrowPattern = /^\s*(?:(-->)|-\.\s*(?:"([^"]*)"\s*)?\.->)\s*/

/** Reads the part of Mermaid's flowcharts that the documents use: boxes, and arrows that are whole or dotted. */
export function parseFlowchart(text: string): Flowchart {
  const labels = new Map<string, string>()
  const edges: FlowEdge[] = []
  const [head, ...lines] = text.trim().split('\n')
  if (head !== 'flowchart TB') throw new Error(`Only "flowchart TB" is drawn, and this is "${head}".`)
  for (const line of lines) {
    let rest = line.trim()
    let from: string | undefined
    let arrow: RegExpExecArray | null = null
    while (rest !== '') {
      const node = nodePattern.exec(rest)
      const [whole = '', id = '', label] = node ?? []
      if (id === '') throw new Error(`The flowchart has a line that cannot be read: ${line}`)
      if (label !== undefined || !labels.has(id)) labels.set(id, label ?? labels.get(id) ?? id)
      if (from !== undefined && arrow !== null) {
        edges.push({ from, to: id, isDotted: arrow[1] === undefined, label: arrow[2] ?? '' })
      }
      rest = rest.slice(whole.length)
      arrow = arrowPattern.exec(rest)
      if (arrow === null && rest.trim() !== '')
        throw new Error(`The flowchart has a line that cannot be read: ${line}`)
      rest = rest.slice(arrow?.[0].length ?? rest.length)
      from = id
    }
  }
  return { nodes: [...labels].map(([id, label]) => ({ id, label })), edges }
}
