import { parseAst } from 'vite'
import * as z from 'zod/mini'

/** Attributes of SVG that keep their capital letters. */
const keptNames =
  /^(?:viewBox|preserveAspectRatio|(?:gradient|pattern|clipPath|mask)(?:Content)?(?:Units|Transform))$/

const literal = z.object({ type: z.literal('Literal'), value: z.union([z.string(), z.number()]) })
const fields = z.object({
  type: z.literal('ObjectExpression'),
  properties: z.array(z.record(z.string(), z.unknown())),
})
const property = z.object({
  type: z.literal('Property'),
  key: z.union([z.object({ name: z.string() }), z.object({ value: z.string() })]),
  value: z.unknown(),
})
const list = z.object({ type: z.literal('ArrayExpression'), elements: z.array(z.unknown()) })
const element = z.object({
  type: z.literal('CallExpression'),
  arguments: z.tuple([z.object({ type: z.literal('Literal'), value: z.string() }), fields], z.unknown()),
})

/**
 * The SVG drawings that a package holds as compiled components, `jsx('svg', { viewBox: '…', children: … })`, in their
 * order. Nothing of the package is run: what isn't written out, like the size that a component is given, is left out.
 */
export function drawingsInCalls(text: string): readonly string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const call = 'callee' in node ? element.safeParse(node) : undefined
    if (call?.data?.arguments[0].value === 'svg') found.push(render(call.data))
    else for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseAst(text))
  return found
}

function render({ arguments: [{ value: name }, given] }: z.infer<typeof element>): string {
  // A component leaves the names of XML's rooms to React.
  const attributes =
    name === 'svg' ? [' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'] : []
  let inside = ''
  for (const [key, value] of entriesOf(given)) {
    if (key.startsWith('xmlns')) continue
    if (key === 'children') inside = renderChildren(value)
    else attributes.push(renderAttribute(key, value))
  }
  return `<${name}${attributes.join('')}>${inside}</${name}>`
}

const entriesOf = ({ properties }: z.infer<typeof fields>) =>
  properties.flatMap((each) => {
    const { success, data } = property.safeParse(each)
    return success ? [['name' in data.key ? data.key.name : data.key.value, data.value] as const] : []
  })

function renderChildren(value: unknown): string {
  const several = list.safeParse(value)
  if (several.success) return several.data.elements.map(renderChildren).join('')
  const one = element.safeParse(value)
  return one.success ? render(one.data) : ''
}

function renderAttribute(key: string, value: unknown): string {
  const style = fields.safeParse(value)
  const text = style.success ? renderStyle(style.data) : literalOf(value)
  return text === undefined ? '' : ` ${attributeName(key)}="${escapeText(text)}"`
}

const renderStyle = (style: z.infer<typeof fields>) =>
  entriesOf(style)
    .map(([key, value]) => `${dashed(key)}:${literalOf(value) ?? ''}`)
    .join(';')

function literalOf(value: unknown): string | undefined {
  const { success, data } = literal.safeParse(value)
  return success ? String(data.value) : undefined
}

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function attributeName(key: string): string {
  if (key === 'xlinkHref') return 'xlink:href'
  return keptNames.test(key) ? key : dashed(key)
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
