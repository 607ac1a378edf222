import { parseSync } from 'vite'

export interface LongFunction {
  readonly name: string
  /** The line it begins on, from 1. */
  readonly line: number
  readonly lines: number
}

/** A function that is longer cannot be seen at once. */
const limit = 60
/** A component that ends in one return of elements is read from top to bottom, like a page. */
const componentLimit = 90

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const kinds = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The functions of a source that are too long, in the order they begin. A function in another one counts by itself too. */
export function findLongFunctions(path: string, source: string): readonly LongFunction[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: LongFunction[] = []
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length

  function visit(node: Node, name: string): void {
    if (kinds.includes(node.type)) {
      const lines = lineOf(node.end) - lineOf(node.start) + 1
      if (lines > (isFlatComponent(node, name) ? componentLimit : limit)) {
        found.push({ name: nameOf(node.id) ?? name, line: lineOf(node.start), lines })
      }
    }
    const own = nameOf(node.id) ?? nameOf(node['key']) ?? name
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part, own)
  }

  if (isNode(program)) visit(program, '(module)')
  return found
}

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  const name = node['name']
  return typeof name === 'string' ? name : undefined
}

function isFlatComponent(node: Node, name: string): boolean {
  const body = node['body'] as Node
  const last = body.type === 'BlockStatement' ? (body['body'] as readonly Node[]).at(-1) : undefined
  const result = last?.type === 'ReturnStatement' ? last['argument'] : body
  return /^[A-Z]/.test(nameOf(node['id']) ?? name) && isNode(result) && /^JSX/.test(unwrapped(result).type)
}

const unwrapped = (node: Node): Node =>
  node.type === 'ParenthesizedExpression' ? (node['expression'] as Node) : node
