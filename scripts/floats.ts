import { relative } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Checker, TypeFlags } from 'typescript/unstable/sync'

/**
 * Where money is computed: no float may take part there. Everything else, such as the layout of a view, may count as it
 * likes.
 */
const moneyPaths: readonly RegExp[] = [
  /^kernel\/src\/contracts\/amounts\.ts$/,
  /^kernel\/src\/contracts\/capabilities\//,
  /^plugins\/wallet-data\/src\//,
  /^plugins\/balances\/src\/(?:lazy|amounts)\//,
  /^plugins\/send\/src\/(?:worth\.ts$|lazy\/)/,
  /^plugins\/activity\/src\/(?:lazy|amounts)\//,
  /^plugins\/[^/]+\/src\/(?:[^/]+\/)*(?:send|history)\//,
  /^plugins\/[^/]+\/src\/(?:[^/]+\/)*\w*(?:[bB]alance|[fF]ees?|[pP]aymentLink)\.ts$/,
]

/** A line with this comment, or the line below it, may: it says what the number is that is no money. */
const waiver = /\/\/ no money: \S/

export function isMoneyPath(path: string): boolean {
  return !/\.test(-d)?\.tsx?$/.test(path) && moneyPaths.some((pattern) => pattern.test(path))
}

export interface Float {
  /** Relative to the root. */
  readonly path: string
  readonly line: number
  readonly problem: string
}

/** Calls that make a float of something, or text of a float. */
const calls: Readonly<Record<string, string>> = {
  Number: 'makes a float: use BigInt, or fromDecimal of the kernel',
  parseFloat: 'makes a float: use fromDecimal of the kernel',
  parseInt: 'makes a float: use BigInt',
  toFixed: 'rounds a float: use toDecimal of the kernel',
  toPrecision: 'rounds a float: use toDecimal of the kernel',
  toExponential: 'rounds a float: use toDecimal of the kernel',
}

const operators: ReadonlyMap<SyntaxKind, string> = new Map([
  [SyntaxKind.AsteriskToken, '*'],
  [SyntaxKind.SlashToken, '/'],
  [SyntaxKind.PercentToken, '%'],
  [SyntaxKind.AsteriskAsteriskToken, '**'],
  [SyntaxKind.AsteriskEqualsToken, '*='],
  [SyntaxKind.SlashEqualsToken, '/='],
  [SyntaxKind.PercentEqualsToken, '%='],
  [SyntaxKind.AsteriskAsteriskEqualsToken, '**='],
])

export interface FloatReport {
  /** How many files were looked at: none would mean that the paths have moved. */
  readonly files: number
  readonly floats: readonly Float[]
}

/** Every float of the project's files on which money is computed. */
export function findFloats(root: string, config: string, isChecked = isMoneyPath): FloatReport {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProject: config }).getProjects()
    if (!project) throw new Error(`${config} could not be opened.`)
    const { program, checker } = project
    const files = program.getSourceFileNames().flatMap((fileName) => {
      const path = relative(root, fileName)
      const file = isChecked(path) ? program.getSourceFile(fileName) : undefined
      return file ? [{ path, file }] : []
    })
    const floats = files.flatMap(({ path, file }) => {
      const lines = file.text.split('\n')
      return floatsOf(file, checker)
        .map(({ node, problem }) => {
          const line = file.text.slice(0, node.getStart(file)).split('\n').length
          return { path, line, problem }
        })
        .filter(({ line }) => ![lines[line - 1], lines[line - 2]].some((text) => waiver.test(text ?? '')))
    })
    return { files: files.length, floats }
  } finally {
    api.close()
  }
}

interface Found {
  readonly node: Node
  readonly problem: string
}

/** The members of a node that are looked at, whichever kind it is. */
interface Parts {
  readonly text?: string
  readonly expression?: Node
  readonly name?: Node
  readonly left?: Node
  readonly right?: Node
  readonly operatorToken?: Node
  readonly operator?: SyntaxKind
  readonly operand?: Node
}

function floatsOf(file: Node, checker: Checker): readonly Found[] {
  const found: Found[] = []
  const visit = (node: Node): void => {
    const problem = problemOf(node, checker)
    if (problem !== undefined) found.push({ node, problem })
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

function problemOf(node: Node, checker: Checker): string | undefined {
  // The kind says which of the parts are there.
  const parts = node as Parts
  switch (node.kind) {
    case SyntaxKind.NumericLiteral:
      return /^0x/i.test(node.getText()) || !/[.e]/i.test(node.getText())
        ? undefined
        : `${node.getText()} is a float: write a bigint`
    case SyntaxKind.CallExpression: {
      const name = nameOf(parts.expression)
      return name !== undefined && Object.hasOwn(calls, name) ? `${name} ${calls[name]}` : undefined
    }
    case SyntaxKind.BinaryExpression: {
      const sign = operators.get(parts.operatorToken?.kind as SyntaxKind)
      if (sign === undefined || !parts.left || isBigint(parts.left, checker)) return undefined
      // Two whole numbers that are written out are one.
      if ([parts.left, parts.right].every((side) => side?.kind === SyntaxKind.NumericLiteral))
        return undefined
      return `"${sign}" computes with floats: use bigint`
    }
    case SyntaxKind.PrefixUnaryExpression:
      return parts.operator === SyntaxKind.PlusToken ? 'unary plus makes a float: use BigInt' : undefined
    default:
      return undefined
  }
}

/** `Number` of `Number(x)`, `parseInt` of `Number.parseInt(x)`, `toFixed` of `x.toFixed(2)`. */
function nameOf(called: Node | undefined): string | undefined {
  if (!called) return undefined
  const { text, name } = called as Parts // as above
  if (called.kind === SyntaxKind.Identifier) return text
  return called.kind === SyntaxKind.PropertyAccessExpression ? nameOf(name) : undefined
}

function isBigint(node: Node, checker: Checker): boolean {
  const flags = checker.getTypeAtLocation(node)?.flags ?? 0
  return (flags & (TypeFlags.BigInt | TypeFlags.BigIntLiteral)) !== 0
}
