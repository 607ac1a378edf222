import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'
import { findSources } from '../../scripts/workspace.js'

/** A place in the sources that makes an error, a notice or a decision with a code. */
export interface CodeUse {
  readonly code: string
  /** The sentence that is shown, with `…` for values. Absent where another function writes it. */
  readonly sentence?: string
  /** The lines for developers beside it. */
  readonly hints: readonly string[]
  /** The docstring of the function, where it makes this error alone. */
  readonly when?: string
  /** The heading of an installed document that the error names. */
  readonly docsPath?: string
  /** From the repository's root. */
  readonly path: string
  readonly line: number
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const code = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
/** One word is a code only where nothing else stands. */
const shortCode = /^[A-Z][A-Z0-9_]{2,}$/
/** Most files have none, and reading a file's tree takes most of the time. */
const mayHaveCodes = /['"`][A-Z][A-Z0-9_]{2,}['"`]|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+:|ErrorCode/
const skipped = /\/(?:testing|test|fixtures|vectors)\//

/** Every use of a code in the sources of a package. */
export function findCodes(root: string, folder: string): readonly CodeUse[] {
  return [...findSources(join(root, folder, 'src'))]
    .filter((file) => !skipped.test(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return mayHaveCodes.test(text) ? codesIn(text, relative(root, file)) : []
    })
}

/** The same for one text. */
export function codesIn(text: string, path: string): readonly CodeUse[] {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const statements = program.body as unknown as readonly Node[]
  const constants = constantsOf(statements)
  if (constants.size > 0) for (const statement of statements) nameConstants(statement, constants)
  return statements.flatMap((statement) => {
    const found: Omit<CodeUse, 'when'>[] = []
    walk(statement, (node) => {
      const line = text.slice(0, node.start).split('\n').length
      for (const use of usesOf(node)) found.push({ ...use, path, line })
    })
    const isAlone = new Set(found.map((use) => use.code)).size === 1
    const when = isAlone ? docstringBefore(statement, comments, text) : undefined
    return found.map((use) => (when === undefined ? use : { ...use, when }))
  })
}

/** Codes that a file keeps under a name: `const code = 'SAFE_OPTIONS_INVALID'`. */
function constantsOf(statements: readonly Node[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const statement of statements) {
    for (const declarator of (statement['declarations'] ?? []) as readonly Node[]) {
      const value = literal(declarator['init'] as Node | undefined)
      if (value !== undefined && code.test(value)) found.set(nameOf(declarator['id'] as Node), value)
    }
  }
  return found
}

/** Puts the code in the place of its name, so that an error that is made with it is seen with its sentence. */
function nameConstants(statement: Node, constants: ReadonlyMap<string, string>): void {
  walk(statement, (node) => {
    const isShort = node.type === 'Property' && nameOf(node['key'] as Node) === 'code'
    const value = node['value'] as Node | undefined
    const known = isShort && value?.type === 'Identifier' ? constants.get(nameOf(value)) : undefined
    if (known !== undefined) Object.assign(value as object, { type: 'Literal', value: known })
  })
}

type Use = Pick<CodeUse, 'code' | 'sentence' | 'hints' | 'docsPath'>

function usesOf(node: Node): readonly Use[] {
  if (node.type === 'NewExpression' || node.type === 'CallExpression') return usesOfCall(node)
  if (node.type === 'ObjectExpression') return [...usesOfObject(node), ...usesOfTable(node)]
  if (node.type === 'VariableDeclarator' || node.type === 'PropertyDefinition') return usesOfConstant(node)
  if (node.type === 'TSTypeAliasDeclaration') return usesOfUnion(node)
  if (node.type === 'ArrayExpression') return usesOfRow(node)
  return []
}

/** `new SiwxError('EXPIRED', 'The message has expired.')`, or an error whose options have the code. */
function usesOfCall(node: Node): readonly Use[] {
  const isError = node.type === 'NewExpression' && nameOf(node['callee'] as Node).endsWith('Error')
  const list = node['arguments'] as readonly Node[]
  const options = list.find(({ type }) => type === 'ObjectExpression')
  const texts = list.map((argument) => sentenceOf(argument))
  const stated = options ? literals(memberOf(options, 'code')).filter((value) => shortCode.test(value)) : []
  if (stated.length > 0) return stated.map((value) => use(value, texts[0] ?? texts[1], options))
  const at = list.findIndex((argument) =>
    literals(argument).some((value) => (isError ? shortCode : code).test(value)),
  )
  const sentence = texts.find((text, index) => index !== at && text?.includes(' '))
  // A call that only passes a code on, such as one that compares, says nothing to a person.
  const isSaying = sentence !== undefined || /^(?:message|text|sentence)$/.test(nameOf(list[at + 1]))
  if (at < 0 || (!isError && !isSaying)) return []
  return literals(list[at]).map((value) => use(value, sentence, options))
}

/** `{ code: 'FEE_HIGH', text: 'The fee is high.' }`. Without a sentence, one word is more likely a currency. */
function usesOfObject(node: Node): readonly Use[] {
  const text = ['text', 'message', 'shortMessage', 'sentence', 'reason'].map((name) => memberOf(node, name))
  const sentence = text.map((member) => sentenceOf(member)).find((each) => each !== undefined)
  const wanted = sentence === undefined ? code : shortCode
  return literals(memberOf(node, 'code'))
    .filter((value) => wanted.test(value))
    .map((value) => use(value, sentence, node))
}

/** A table of sentences by code. */
function usesOfTable(node: Node): readonly Use[] {
  return (node['properties'] as readonly Node[]).flatMap((property) => {
    // The wallet's frame names its codes in small letters; an app gets them in capitals.
    const key = String((property['key'] as Node | undefined)?.['name'] ?? '').replace(
      /^[a-z]+(?:_[a-z]+)+$/,
      (name) => name.toUpperCase(),
    )
    const sentence = code.test(key) ? sentenceOf(property['value'] as Node) : undefined
    return sentence?.includes(' ') ? [use(key, sentence, undefined)] : []
  })
}

/** `const code = 'SAFE_OPTIONS_INVALID'`. */
function usesOfConstant(node: Node): readonly Use[] {
  const name = nameOf((node['id'] ?? node['key']) as Node)
  const list = node['init'] as Node | undefined
  const listed = list?.type === 'TSAsExpression' ? (list['expression'] as Node) : list
  if (name.endsWith('ErrorCodes') && listed?.type === 'ArrayExpression') {
    return listedCodes((listed['elements'] as readonly Node[]).map((element) => literal(element)))
  }
  const isCode = name === 'code' || name.endsWith('Code')
  return isCode
    ? literals(node['value'] as Node)
        .concat(literals(node['init'] as Node))
        .filter((value) => code.test(value))
        .map((value) => use(value, undefined, undefined))
    : []
}

/** The codes that a type lists, such as `LedgerErrorCode`. Those of the wallet's frame are in small letters until an app gets them. */
function usesOfUnion(node: Node): readonly Use[] {
  if (!nameOf(node['id'] as Node).endsWith('Code')) return []
  const members = ((node['typeAnnotation'] as Node)['types'] ?? []) as readonly Node[]
  return listedCodes(members.map((member) => literal(member['literal'] as Node | undefined)))
}

function listedCodes(values: readonly (string | undefined)[]): readonly Use[] {
  return values
    .map((value) => value?.toUpperCase() ?? '')
    .filter((value) => shortCode.test(value))
    .map((value) => use(value, undefined, undefined))
}

/** A row of a table: a pattern or a number, its code, and the sentence. */
function usesOfRow(node: Node): readonly Use[] {
  const cells = (node['elements'] as readonly (Node | null)[]).filter((cell) => cell !== null)
  const codes = cells.flatMap((cell) => literals(cell)).filter((value) => code.test(value))
  const sentence = cells.map((cell) => sentenceOf(cell)).find((text) => text?.includes(' '))
  const [value] = codes
  return codes.length === 1 && value !== undefined && sentence ? [use(value, sentence, undefined)] : []
}

function use(value: string, sentence: string | undefined, options: Node | undefined): Use {
  const docsPath = options && literal(memberOf(options, 'docsPath'))
  const hints = (options && memberOf(options, 'metaMessages')?.['elements']) as readonly Node[] | undefined
  return {
    code: value,
    ...(sentence === undefined ? {} : { sentence }),
    hints: (hints ?? []).flatMap((hint) => sentenceOf(hint) ?? []),
    ...(docsPath === undefined ? {} : { docsPath }),
  }
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && typeof child.type === 'string') walk(child, visit)
    }
  }
}

const nameOf = (named: Node | undefined): string =>
  String(named?.['name'] ?? (named?.['property'] as Node | undefined)?.['name'] ?? '')

function memberOf(object: Node, name: string): Node | undefined {
  const member = (object['properties'] as readonly Node[]).find(
    (property) => (property['key'] as Node | undefined)?.['name'] === name,
  )
  return member?.['value'] as Node | undefined
}

function literal(node: Node | undefined): string | undefined {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression')
    return literal(node['expression'] as Node)
  return node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined
}

/** Returns the values that an expression may have, where it is a choice. */
function literals(node: Node | undefined): readonly string[] {
  const plain = literal(node)
  if (plain !== undefined) return [plain]
  if (node?.type === 'ConditionalExpression')
    return [...literals(node['consequent'] as Node), ...literals(node['alternate'] as Node)]
  return node?.type === 'LogicalExpression' ? literals(node['right'] as Node) : []
}

/** The text of an expression with `…` for values; of a choice, the longer one: `inDevelopment` keeps the short for production. */
function sentenceOf(node: Node | undefined): string | undefined {
  const plain = literal(node)
  if (plain !== undefined) return code.test(plain) ? undefined : plain
  if (node?.type === 'TemplateLiteral') {
    const parts = (node['quasis'] as readonly Node[]).map(({ value }) => (value as { cooked: string }).cooked)
    return parts.join('…')
  }
  if (node?.type === 'ArrowFunctionExpression') return sentenceOf(node['body'] as Node)
  if (node?.type === 'ArrayExpression') return sentenceOf((node['elements'] as readonly Node[])[0])
  if (node?.type === 'BinaryExpression') {
    const [left, right] = [sentenceOf(node['left'] as Node), sentenceOf(node['right'] as Node)]
    return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`
  }
  if (node?.type === 'ConditionalExpression') {
    const choices = [sentenceOf(node['consequent'] as Node), sentenceOf(node['alternate'] as Node)]
    return choices.reduce((best, each) => ((each?.length ?? 0) > (best?.length ?? 0) ? each : best))
  }
  return undefined
}

function docstringBefore(
  statement: Node,
  comments: readonly { readonly type: string; readonly value: string; readonly end: number }[],
  text: string,
): string | undefined {
  const comment = comments.find(
    ({ end }) => end <= statement.start && text.slice(end, statement.start).trim() === '',
  )
  if (!comment?.value.startsWith('*')) return undefined
  const said = comment.value.replaceAll(/^\s*\*+ ?/gm, '').split(/\n\s*@/)[0] ?? ''
  return (
    said
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\{@link (\w+)\}/g, '`$1`')
      .trim() || undefined
  )
}
