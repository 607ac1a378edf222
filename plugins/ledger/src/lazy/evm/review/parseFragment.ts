import { NotExplained } from './NotExplained.js'

/** A parameter of a function. */
export interface Parameter {
  /** Empty where the fragment gives none. */
  readonly name: string
  /** `uint256`, `bytes[2][]`, or `tuple[]` with components. */
  readonly type: string
  readonly components?: readonly Parameter[]
}

export interface Fragment {
  readonly name: string
  readonly parameters: readonly Parameter[]
}

const longest = 4_000
const deepest = 12
const tokens = /[A-Za-z_$][\w$]*|\[\d{0,4}\]|[(),]/gy
const identifier = /^[A-Za-z_$]/
const elementary =
  /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|1(?:04|12|20|28|36|44|52|60|68|76|84|92)|2(?:00|08|16|24|32|40|48|56)))$/

/**
 * Reads a function with the names of its parameters: `transfer(address to,uint256 value)`. The registry's files have a space after
 * commas, which the standard doesn't; both are taken.
 *
 * @throws NotExplained
 */
export function parseFragment(text: string): Fragment {
  const parts = split(text)
  let at = 0
  const next = () => parts[at++]
  const take = (expected: string): boolean => {
    if (parts[at] !== expected) return false
    at += 1
    return true
  }
  const fail = () => new NotExplained(`"${text.slice(0, 120)}" is no function with named parameters.`)

  function readList(depth: number): readonly Parameter[] {
    if (depth > deepest) throw fail()
    if (take(')')) return []
    const list = [readParameter(depth)]
    while (take(',')) list.push(readParameter(depth))
    if (!take(')')) throw fail()
    return list
  }

  function readParameter(depth: number): Parameter {
    const components = take('(') ? readList(depth + 1) : undefined
    // A list of what takes no bytes may have any length.
    if (components?.length === 0) throw fail()
    let type = components ? 'tuple' : (next() ?? '')
    if (!components && !elementary.test(type)) throw fail()
    while (parts[at]?.startsWith('[')) type += next()
    const isNamed = identifier.test(parts[at] ?? '')
    return { name: isNamed ? (next() ?? '') : '', type, ...(components ? { components } : {}) }
  }

  const name = next() ?? ''
  if (!identifier.test(name) || !take('(')) throw fail()
  const parameters = readList(0)
  if (at !== parts.length) throw fail()
  return { name, parameters }
}

function split(text: string): readonly string[] {
  if (text.length > longest) throw new NotExplained('The name of a format is too long.')
  const parts: string[] = []
  tokens.lastIndex = 0
  for (let at = 0; at < text.length; ) {
    if (text[at] === ' ') {
      at += 1
      continue
    }
    tokens.lastIndex = at
    const [found] = tokens.exec(text) ?? []
    if (found === undefined) throw new NotExplained(`"${text.slice(0, 120)}" is no function.`)
    parts.push(found)
    at += found.length
  }
  return parts
}

/** As it's hashed for the selector: `transfer(address,uint256)`. */
export const signatureOf = ({ name, parameters }: Fragment): string => `${name}(${typesOf(parameters)})`

const typesOf = (parameters: readonly Parameter[]): string =>
  parameters
    .map(({ type, components }) =>
      components ? `(${typesOf(components)})${type.slice('tuple'.length)}` : type,
    )
    .join()
