import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import type { Checker, Symbol as TypeSymbol, Type } from 'typescript/unstable/sync'
import { plainCode } from './plainCode.js'

/** TypeScript's flag for a type that is written whole, however long. */
const noTruncation = 1

type Members = Readonly<Record<string, Node | readonly Node[] | undefined>>

const isHidden = (text: string) =>
  /^(?:private |protected |static readonly #|static #|#|readonly #)/.test(text)

/**
 * A declaration as lines that can be compared: a head, then one for each member, parameter and result, so that what is gone,
 * what changed and what is new are told apart. Every line begins with the exported name.
 */
export function linesOfDeclaration(
  node: Node,
  name: string,
  symbol: TypeSymbol,
  checker: Checker,
): readonly string[] {
  const parts = node as unknown as Members
  switch (node.kind) {
    case SyntaxKind.InterfaceDeclaration:
    case SyntaxKind.ClassDeclaration:
      return [headOf(node, name), ...membersOf(parts['members'] as readonly Node[], name)]
    case SyntaxKind.TypeAliasDeclaration:
      return aliasOf(node, name)
    case SyntaxKind.FunctionDeclaration:
      return functionOf(node, name, checker)
    default: {
      const type = checker.getTypeOfSymbol(symbol)
      return type ? linesOfValue(type, `const ${name}`, node, checker) : [`const ${name}: unknown`]
    }
  }
}

/** A value's type; of an object that is made in place a line for each member, and for theirs. */
function linesOfValue(type: Type, name: string, node: Node, checker: Checker, depth = 0): readonly string[] {
  const text = plainCode(checker.typeToString(type, node, noTruncation))
  const members =
    /^\{ (?:readonly )?[\w$]+\??: /.test(text) && depth < 3 ? checker.getPropertiesOfType(type) : []
  if (members.length === 0) return [`${name}: ${text}`]
  return members.flatMap((member) => {
    const of = checker.getTypeOfSymbol(member)
    return of ? linesOfValue(of, `${name}.${member.name}`, node, checker, depth + 1) : []
  })
}

const textOf = (node: Node, end = node.end): string => {
  const source = node.getSourceFile()
  return plainCode(source.text.slice(node.getStart(source), end))
}

function headOf(node: Node, name: string): string {
  const { members } = node as unknown as { readonly members: readonly Node[] }
  const source = node.getSourceFile()
  const text = plainCode(source.text.slice(node.getStart(source), members[0]?.pos ?? node.end))
  const head = text.replace(/^export /, '').replace(/\s*\{\s*\}?$/, '')
  return head.replace(/^((?:abstract )?(?:interface|class)) \w+/, `$1 ${name}`)
}

function membersOf(members: readonly Node[], name: string): readonly string[] {
  return members.flatMap((member) => {
    const { body, initializer } = member as unknown as Members
    const end = ((body ?? initializer) as Node | undefined)?.pos
    const text = textOf(member, end).replace(/\s*=$/, '')
    return isHidden(text) ? [] : [`${name}.${text}`]
  })
}

function aliasOf(node: Node, name: string): readonly string[] {
  const { type } = node as unknown as { readonly type: Node }
  const head = textOf(node, type.pos).replace(/^export /, '')
  if (type.kind !== SyntaxKind.TypeLiteral)
    return [`${head.replace(/^type \w+/, `type ${name}`)} ${textOf(type)}`]
  const { members } = type as unknown as { readonly members: readonly Node[] }
  return [`${head} {}`, ...membersOf(members, name)]
}

function functionOf(node: Node, name: string, checker: Checker): readonly string[] {
  const {
    parameters,
    type,
    typeParameters = [],
  } = node as unknown as {
    readonly parameters: readonly Node[]
    readonly type?: Node
    readonly typeParameters?: readonly Node[]
  }
  const generics =
    typeParameters.length > 0 ? `<${typeParameters.map((each) => textOf(each)).join(', ')}>` : ''
  return [
    `function ${name}${generics}(): ${type ? textOf(type) : inferredResult(node, checker)}`,
    ...parameters.map((parameter, at) => `function ${name}.${parameterOf(parameter, at)}`),
  ]
}

/** A parameter by its place and its type: its name promises nothing. */
function parameterOf(parameter: Node, at: number): string {
  const { type, initializer, questionToken, dotDotDotToken } = parameter as unknown as Members
  const isOptional = initializer !== undefined || questionToken !== undefined
  const rest = dotDotDotToken ? '...' : ''
  return `${rest}${at}${isOptional ? '?' : ''}: ${type ? textOf(type as Node) : 'inferred'}`
}

function inferredResult(node: Node, checker: Checker): string {
  const signature = checker.getSignatureFromDeclaration(node)
  const type = signature && checker.getReturnTypeOfSignature(signature)
  return type ? plainCode(checker.typeToString(type, node, noTruncation)) : 'unknown'
}
