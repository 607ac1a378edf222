import { describe, expect, it } from 'vitest'
import { drawFlowchart } from './drawFlowchart.js'
import { parseFlowchart } from './parseFlowchart.js'

const code = `flowchart TB
  host["The host"] --> react["Shell: modal"]
  host --> kernel
  react --> kernel["Kernel"]
  react -. "draws" .-> features["Features <all>"]
  features --> kernel
`

describe('parseFlowchart', () => {
  it('reads boxes and arrows, also boxes that are named before they are described', () => {
    const { nodes, edges } = parseFlowchart(code)
    expect(nodes.map(({ label }) => label)).toEqual(['The host', 'Shell: modal', 'Kernel', 'Features <all>'])
    expect(edges).toHaveLength(5)
    expect(edges[3]).toEqual({ from: 'react', to: 'features', isDotted: true, label: 'draws' })
  })

  it.each(['graph LR\n a --> b', 'flowchart TB\n a ==> b', 'flowchart TB\n (a)'])('refuses %j', (text) => {
    expect(() => parseFlowchart(text)).toThrow(/flowchart/)
  })
})

describe('drawFlowchart', () => {
  it('draws a box for each node, an arrow for each edge, and tells both as text', () => {
    const svg = drawFlowchart(code)
    expect(svg.match(/<rect /g)).toHaveLength(4)
    expect(svg.match(/class="whole"/g)).toHaveLength(4)
    expect(svg.match(/class="dotted"/g)).toHaveLength(1)
    expect(svg).toContain('Features &lt;all&gt;')
    expect(svg).toMatch(/<text class="label"><tspan [^>]+>draws<\/tspan><\/text>/)
    expect(svg).toContain('Shell may lead to (draws) Features')
  })

  it('puts no box upon another', () => {
    const boxes = Array.from(
      drawFlowchart(code).matchAll(/<rect x="([\d.]+)" y="([\d.]+)"/g),
      ([, x, y]) => `${x} ${y}`,
    )
    expect(new Set(boxes).size).toBe(boxes.length)
  })

  it('refuses a circle', () => {
    expect(() => drawFlowchart('flowchart TB\n a --> b\n b --> a')).toThrow('The flowchart has a circle.')
  })
})
