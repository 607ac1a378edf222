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
  /** Why it is made, where the sources say so: beside the code in a list, or above what makes this error alone. */
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

/** Variables of the environment, which tables of the services list in the form of codes. */
const isVariable = /^LATCHKEY_/

/** Every use of a code in the sources of a package. */
export function findCodes(root: string, folder: string): readonly CodeUse[] {
  const sentences = sentencesIn(readFileSync(join(root, 'kernel/sentences/full.js'), 'utf8'))
  const files = [...findSources(join(root, folder, 'src'))].filter((file) => !skipped.test(file)).sort()
  const texts = files.map((file) => ({ path: relative(root, file), text: readFileSync(file, 'utf8') }))
  const thrown = new Map(texts.flatMap(({ text }) => [...thrownIn(text)]))
  return texts
    .filter(({ text }) => mayHaveCodes.test(text))
    .flatMap(({ path, text }) => codesIn(text, path, sentences))
    .map((found) => {
      const when = found.when ?? thrown.get(found.code)
      return when === undefined ? found : { ...found, when }
    })
}

/** When docstrings say that a code is thrown: "@throws BaseError `A_GONE` when it is gone". */
export function thrownIn(text: string): ReadonlyMap<string, string> {
  const clauses = [...text.matchAll(/@throws([^@]*?)(?=\n\s*\*?\s*@|\*\/)/g)].map(([, said = '']) =>
    plainText(said),
  )
  return new Map(
    clauses.flatMap((clause) =>
      [
        ...clause.matchAll(
          /`?\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b`?:? ((?:when|while|where|if|unless|after|for|outside|with) (?:(?!,? (?:and )?`[A-Z]|, and what ).)+)/g,
        ),
      ].map(([, code = '', why = '']): [string, string] => [code, `Thrown ${why.replace(/[.,;]$/, '')}.`]),
    ),
  )
}

/** The sentences that the kernel keeps apart by name, so that a page in production loads none. */
function sentencesIn(text: string): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>()
  for (const statement of parseSync('sentences.js', text).program.body as unknown as readonly Node[]) {
    walk(statement, (node) => {
      if (node.type === 'Property') found.set(nameOf(node['key'] as Node), node['value'] as Node)
    })
  }
  return found
}

/** The same for one text. */
export function codesIn(
  text: string,
  path: string,
  sentences: ReadonlyMap<string, Node> = new Map(),
): readonly CodeUse[] {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const statements = program.body as unknown as readonly Node[]
  const constants = constantsOf(statements)
  if (constants.size > 0) for (const statement of statements) nameConstants(statement, constants)
  writeOutSentences(statements, sentences)
  const docstring = (node: Node) => docstringBefore(node, comments, text)
  return statements.flatMap((statement) => {
    const found: CodeUse[] = []
    walk(statement, (node) => {
      const line = text.slice(0, node.start).split('\n').length
      for (const use of usesOf(node, docstring).filter(({ code }) => !isVariable.test(code)))
        found.push({ ...use, path, line })
    })
    const isAlone = new Set(found.map((use) => use.code)).size === 1
    const said = isAlone ? docstring(statement) : undefined
    const isOfError = makesAnError(statement, path) || said?.includes(`\`${found[0]?.code}\``)
    return found.map((use) => (said !== undefined && isOfError ? { when: said, ...use } : use))
  })
}

/** Whether a docstring tells of an error: above what makes one it does, elsewhere it tells of other work. */
function makesAnError(statement: Node, path: string): boolean {
  if (/[eE]rrors?\.ts$|\/errors\//.test(path)) return true
  const declared = (statement['declaration'] ?? statement) as Node
  return /Error$/.test(nameOf(declared['id'] as Node | undefined))
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

/**
 * Puts a text in the place of its name: `const help = 'Give a backend.'`, or `say('help')` of the kernel. Of several with one name, the
 * last before the place counts.
 */
function writeOutSentences(statements: readonly Node[], sentences: ReadonlyMap<string, Node>): void {
  const named = new Map<string, Node>()
  const textOf = (value: unknown): Node | undefined => {
    if (!isNode(value)) return undefined
    if (value.type === 'Identifier') return named.get(nameOf(value))
    const isSaid = value.type === 'CallExpression' && nameOf(value['callee'] as Node) === 'say'
    return isSaid ? sentences.get(literal((value['arguments'] as readonly Node[])[0]) ?? '') : undefined
  }
  const visit = (node: Node) => {
    const init = node.type === 'VariableDeclarator' ? (node['init'] as Node | undefined) : undefined
    if (init && sentenceOf(init)?.includes(' ')) named.set(nameOf(node['id'] as Node), init)
    for (const [member, value] of Object.entries(node)) {
      const written = Array.isArray(value) ? value.map((one) => textOf(one) ?? one) : (textOf(value) ?? value)
      if (isNamedPlace.test(member)) Object.assign(node, { [member]: written })
    }
  }
  for (const statement of statements) walk(statement, visit)
}

/** Where an expression stands, and not the name of something. */
const isNamedPlace = /^(?:value|arguments|elements|consequent|alternate|left|right)$/

/** Puts the code in the place of its name, so that an error that is made with it is seen with its sentence. */
function nameConstants(statement: Node, constants: ReadonlyMap<string, string>): void {
  walk(statement, (node) => {
    const isShort = node.type === 'Property' && nameOf(node['key'] as Node) === 'code'
    const value = node['value'] as Node | undefined
    const known = isShort && value?.type === 'Identifier' ? constants.get(nameOf(value)) : undefined
    if (known !== undefined) Object.assign(value as object, { type: 'Literal', value: known })
  })
}

type Use = Pick<CodeUse, 'code' | 'sentence' | 'hints' | 'docsPath' | 'when'>

type Docstring = (node: Node) => string | undefined

function usesOf(node: Node, docstring: Docstring): readonly Use[] {
  if (node.type === 'NewExpression' || node.type === 'CallExpression') return usesOfCall(node)
  if (node.type === 'ObjectExpression') return [...usesOfObject(node), ...usesOfTable(node)]
  if (node.type === 'VariableDeclarator' || node.type === 'PropertyDefinition')
    return usesOfConstant(node, docstring)
  if (node.type === 'TSTypeAliasDeclaration') return usesOfUnion(node, docstring)
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
function usesOfConstant(node: Node, docstring: Docstring): readonly Use[] {
  const name = nameOf((node['id'] ?? node['key']) as Node)
  const list = node['init'] as Node | undefined
  const listed = list?.type === 'TSAsExpression' ? (list['expression'] as Node) : list
  if (name.endsWith('ErrorCodes') && listed?.type === 'ArrayExpression') {
    return listedCodes(listed['elements'] as readonly Node[], literal, docstring)
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
function usesOfUnion(node: Node, docstring: Docstring): readonly Use[] {
  if (!nameOf(node['id'] as Node).endsWith('Code')) return []
  const members = ((node['typeAnnotation'] as Node)['types'] ?? []) as readonly Node[]
  return listedCodes(members, (member) => literal(member['literal'] as Node | undefined), docstring)
}

function listedCodes(
  members: readonly Node[],
  textOf: (member: Node) => string | undefined,
  docstring: Docstring,
): readonly Use[] {
  return members.flatMap((member) => {
    const value = textOf(member)?.toUpperCase() ?? ''
    const when = docstring(member)
    return shortCode.test(value) ? [{ ...use(value, undefined, undefined), ...(when ? { when } : {}) }] : []
  })
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
  return {
    code: value,
    ...(sentence === undefined ? {} : { sentence }),
    hints: hintsOf(options && memberOf(options, 'metaMessages')).flatMap((hint) => sentenceOf(hint) ?? []),
    ...(docsPath === undefined ? {} : { docsPath }),
  }
}

/** The lines of a list, or of either list of a choice: in production there may be none. */
function hintsOf(node: Node | undefined): readonly Node[] {
  if (node?.type === 'ConditionalExpression')
    return [...hintsOf(node['consequent'] as Node), ...hintsOf(node['alternate'] as Node)]
  return node?.type === 'ArrayExpression' ? (node['elements'] as readonly Node[]) : []
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit)
    }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

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
  if (node?.type === 'LogicalExpression') return sentenceOf(node['right'] as Node)
  if (node?.type === 'ConditionalExpression') {
    const choices = [sentenceOf(node['consequent'] as Node), sentenceOf(node['alternate'] as Node)]
    return choices.reduce((best, each) => ((each?.length ?? 0) > (best?.length ?? 0) ? each : best))
  }
  return undefined
}

function docstringBefore(
  node: Node,
  comments: readonly { readonly type: string; readonly value: string; readonly end: number }[],
  text: string,
): string | undefined {
  const comment = comments.find(
    ({ end }) => end <= node.start && /^\s*\|?\s*$/.test(text.slice(end, node.start)),
  )
  // A comment on a whole file of errors says nothing of one.
  if (!comment?.value.startsWith('*') || /^\*\s*Faults /.test(comment.value)) return undefined
  return (
    plainText(comment.value.replaceAll(/^\s*\*+ ?/gm, '').split(/(?:^|\s)@(?=[a-z])/)[0] ?? '') || undefined
  )
}

/** Text of a docstring in one line. */
const plainText = (said: string): string =>
  said
    .replaceAll(/^\s*\*+ ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .trim()
