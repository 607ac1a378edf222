import { escapeHtml } from '../../examples/playground/docs/escapeHtml.js'
import { type FlowEdge, type Flowchart, parseFlowchart } from './parseFlowchart.js'

/** A box, or the place where a long arrow passes a row: then it has no lines. */
interface Place {
  readonly id: string
  readonly lines: readonly string[]
  readonly width: number
  row: number
  x: number
}

const boxWidth = 172
const lineHeight = 17
const gap = { x: 18, y: 84 }
const lettersInLine = 24
const lettersInLabel = 16
/** How far along its first part an arrow has its label: nearer to where it leads, so that labels of one box stand apart. */
const labelAt = 0.62

/** Draws a flowchart as a picture that takes the colours of the page, with its arrows told as text for who can't see it. */
export function drawFlowchart(code: string): string {
  const chart = parseFlowchart(code)
  const rows = rowsOf(chart)
  const { places, links } = arrange(chart, rows)
  const height = Math.max(...places.map(({ lines }) => lines.length)) * lineHeight + 20
  const width = Math.max(...places.map(({ x, width: own }) => x + own / 2)) + 8
  const depth = Math.max(...places.map(({ row }) => row)) + 1
  const top = (place: Place) => 8 + place.row * (height + gap.y)
  const boxes = places
    .filter(({ lines }) => lines.length > 0)
    .map((place) => drawBox(place, top(place), height))
  const arrows = links.map(({ path, edge }) => drawArrow(path, edge, top, height))
  const labels = links.map(({ path, edge }) => drawLabel(path, edge, top, height))
  const total = depth * (height + gap.y) - gap.y + 16
  const told = chart.edges.map((edge) => tell(edge, chart)).join(' ')
  return [
    `<svg class="flowchart" width="${Math.ceil(width)}" height="${total}" viewBox="0 0 ${Math.ceil(width)} ${total}" role="img" aria-label="${escapeHtml(told)}">`,
    '<defs><marker id="flow-end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
    ...arrows,
    ...boxes,
    ...labels,
    '</svg>',
  ].join('')
}

/** The row of each box: below everything that leads to it, and as near to what it leads to as that allows. */
function rowsOf({ nodes, edges }: Flowchart): ReadonlyMap<string, number> {
  const rows = new Map(nodes.map(({ id }) => [id, 0]))
  const row = (id: string) => rows.get(id) ?? 0
  for (const _ of nodes) for (const { from, to } of edges) rows.set(to, Math.max(row(to), row(from) + 1))
  if (edges.some(({ from, to }) => row(to) <= row(from))) throw new Error('The flowchart has a circle.')
  for (const { id } of nodes) {
    const isRoot = !edges.some(({ to }) => to === id)
    const next = edges.filter(({ from }) => from === id).map(({ to }) => row(to))
    if (isRoot && next.length > 0) rows.set(id, Math.min(...next) - 1)
  }
  return rows
}

interface Link {
  readonly edge: FlowEdge
  readonly path: readonly Place[]
}

function arrange({ nodes, edges }: Flowchart, rows: ReadonlyMap<string, number>) {
  const byId = new Map(
    nodes.map(({ id, label }) => {
      const place: Place = {
        id,
        lines: wrap(label, lettersInLine),
        width: boxWidth,
        row: rows.get(id) ?? 0,
        x: 0,
      }
      return [id, place]
    }),
  )
  const places = [...byId.values()]
  const links: Link[] = edges.flatMap((edge) => {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)]
    if (!from || !to) return []
    const path = [from]
    for (let row = from.row + 1; row < to.row; row += 1) {
      const passing: Place = { id: `${edge.from}-${edge.to}-${row}`, lines: [], width: 16, row, x: 0 }
      places.push(passing)
      path.push(passing)
    }
    return [{ edge, path: [...path, to] }]
  })
  placeRows(places, links)
  return { places, links }
}

/** Puts each row in the order of what its boxes are joined to, back and forth until the order settles. */
function placeRows(places: readonly Place[], links: readonly Link[]): void {
  const depth = Math.max(...places.map(({ row }) => row)) + 1
  const rows = Array.from({ length: depth }, (_, row) => places.filter((place) => place.row === row))
  const neighbours = (place: Place) =>
    links.flatMap(({ path }) => {
      const at = path.indexOf(place)
      return at < 0 ? [] : [path[at - 1], path[at + 1]].filter((each) => each !== undefined)
    })
  const widest = Math.max(...rows.map(widthOf))
  for (const row of rows) spread(row, widest)
  for (let round = 0; round < 12; round += 1) {
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) {
      const middle = new Map(
        row.map((place) => [
          place,
          mean(
            neighbours(place).map(({ x }) => x),
            place.x,
          ),
        ]),
      )
      row.sort((left, right) => (middle.get(left) ?? 0) - (middle.get(right) ?? 0))
      spread(row, widest)
    }
  }
}

const widthOf = (row: readonly Place[]) => row.reduce((sum, { width }) => sum + width + gap.x, -gap.x)
const mean = (values: readonly number[], otherwise: number) =>
  values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length

function spread(row: readonly Place[], widest: number): void {
  let x = 8 + (widest - widthOf(row)) / 2
  for (const place of row) {
    place.x = x + place.width / 2
    x += place.width + gap.x
  }
}

function wrap(label: string, letters: number): readonly string[] {
  const lines: string[] = []
  for (const word of label.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= letters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function drawBox({ lines, x, width }: Place, y: number, height: number): string {
  const start = y + height / 2 - ((lines.length - 1) * lineHeight) / 2 + 4
  const text = lines.map(
    (line, at) => `<tspan x="${x}" y="${start + at * lineHeight}">${escapeHtml(line)}</tspan>`,
  )
  return `<g><rect x="${x - width / 2}" y="${y}" width="${width}" height="${height}" rx="8"/><text>${text.join('')}</text></g>`
}

function drawArrow(
  path: readonly Place[],
  edge: FlowEdge,
  top: (place: Place) => number,
  height: number,
): string {
  const [first, ...others] = path
  if (!first) return ''
  let line = `M${first.x} ${top(first) + height}`
  let y = top(first) + height
  let x = first.x
  for (const place of others) {
    const next = top(place)
    const half = (y + next) / 2
    line += `C${x} ${half} ${place.x} ${half} ${place.x} ${next}`
    const isPassing = place !== others.at(-1)
    if (isPassing) line += `V${next + height}`
    y = next + height
    x = place.x
  }
  return `<path class="${edge.isDotted ? 'dotted' : 'whole'}" d="${line}" marker-end="url(#flow-end)"/>`
}

function tell({ from, to, isDotted, label }: FlowEdge, { nodes }: Flowchart): string {
  const name = (id: string) => nodes.find((node) => node.id === id)?.label.split(':')[0] ?? id
  return `${name(from)} ${isDotted ? `may lead to (${label})` : 'leads to'} ${name(to)}.`
}

/** Writes what an arrow means on its first part. */
function drawLabel(
  [first, second]: readonly Place[],
  { label }: FlowEdge,
  top: (place: Place) => number,
  height: number,
): string {
  if (!first || !second || label === '') return ''
  const lines = wrap(label, lettersInLabel)
  const [start, end] = [top(first) + height, top(second)]
  const along = 3 * labelAt ** 2 - 2 * labelAt ** 3
  const x = first.x + (second.x - first.x) * along
  const middle = start + (end - start) * (labelAt ** 3 + 1.5 * labelAt * (1 - labelAt))
  const y = middle - ((lines.length - 1) * lineHeight) / 2
  const text = lines.map(
    (line, at) => `<tspan x="${x}" y="${y + at * lineHeight}">${escapeHtml(line)}</tspan>`,
  )
  return `<text class="label">${text.join('')}</text>`
}
