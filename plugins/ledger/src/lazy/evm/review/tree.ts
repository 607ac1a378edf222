import { type AbiParameter, decodeAbiParameters, encodeAbiParameters, type Hex, isAddress, isHex } from 'viem'
import type { TypedData } from '../typedData.js'
import { NotExplained } from './NotExplained.js'
import type { Parameter } from './parseFragment.js'

/** Data with its types, from a call or from structured data alike. */
export type Tree = Leaf | Struct | List
export interface Leaf {
  readonly kind: 'leaf'
  readonly type: string
  readonly value: bigint | string | boolean
}
export interface Struct {
  readonly kind: 'struct'
  readonly members: ReadonlyMap<string, Tree>
}
export interface List {
  readonly kind: 'list'
  readonly items: readonly Tree[]
}

export const leaf = (type: string, value: Leaf['value']): Leaf => ({ kind: 'leaf', type, value })

const mostData = 100_000
const mostLeaves = 2_000
const deepest = 24

/**
 * What a function is called with.
 *
 * @param data Without the selector.
 * @returns also what stands behind the values: some apps mark their calls there
 * @throws NotExplained also where the data doesn't begin with what the values are encoded to: parts between them could do something else
 */
export function treeOfCall(
  parameters: readonly Parameter[],
  data: Hex,
): { readonly tree: Struct; readonly rest: Hex } {
  if (data.length > 2 * mostData) throw new NotExplained('The call carries too much data.')
  const types = parameters.map(withoutNames)
  let values: readonly unknown[]
  let rest: Hex
  try {
    values = types.length === 0 ? [] : decodeAbiParameters(types, data)
    const again = types.length === 0 ? '0x' : encodeAbiParameters(types, values)
    if (!data.toLowerCase().startsWith(again)) throw new NotExplained('The data has parts beside the values.')
    rest = `0x${data.slice(again.length)}`
  } catch (error) {
    throw error instanceof NotExplained ? error : new NotExplained('The data isn’t of this function.')
  }
  return { tree: structOf(parameters, values, { left: mostLeaves }), rest }
}

interface Budget {
  left: number
}

function spend(budget: Budget): void {
  budget.left -= 1
  if (budget.left < 0) throw new NotExplained('It has too many values.')
}

/** Without names values come as lists, whatever a file calls them. */
const withoutNames = ({ type, components }: Parameter): AbiParameter => ({
  type,
  ...(components ? { components: components.map(withoutNames) } : {}),
})

function structOf(parameters: readonly Parameter[], values: unknown, budget: Budget): Struct {
  const list: readonly unknown[] = Array.isArray(values) ? values : []
  const members = new Map<string, Tree>()
  for (const [index, parameter] of parameters.entries()) {
    const name = parameter.name === '' ? `#${index + 1}` : parameter.name
    if (members.has(name)) throw new NotExplained(`Two parameters are called ${name}.`)
    members.set(name, treeOfValue(parameter, list[index], budget))
  }
  return { kind: 'struct', members }
}

function treeOfValue(parameter: Parameter, value: unknown, budget: Budget): Tree {
  spend(budget)
  const [, inner] = /^(.+)\[\d*\]$/.exec(parameter.type) ?? []
  if (inner !== undefined) {
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    return {
      kind: 'list',
      items: items.map((item) => treeOfValue({ ...parameter, type: inner }, item, budget)),
    }
  }
  if (parameter.components) return structOf(parameter.components, value, budget)
  return leaf(parameter.type, scalarOf(parameter.type, value))
}

/**
 * One struct of structured data. Only what its type declares is signed, so that nothing else is read.
 *
 * @throws NotExplained for a value that isn't of its type
 */
export function treeOfMessage(types: TypedData['types'], primaryType: string, message: unknown): Struct {
  const budget = { left: mostLeaves }
  function struct(name: string, value: unknown, depth: number): Struct {
    if (typeof value !== 'object' || value === null || depth > deepest) {
      throw new NotExplained(`The value of ${name} is missing.`)
    }
    const members = new Map<string, Tree>()
    for (const field of types[name] ?? []) {
      if (members.has(field.name)) throw new NotExplained(`Two fields are called ${field.name}.`)
      const own: unknown = Object.hasOwn(value, field.name) ? Reflect.get(value, field.name) : undefined
      members.set(field.name, readField(field.type, own, depth + 1))
    }
    return { kind: 'struct', members }
  }
  function readField(type: string, value: unknown, depth: number): Tree {
    spend(budget)
    const [, inner] = /^(.+)\[\d*\]$/.exec(type) ?? []
    if (inner !== undefined) {
      if (!Array.isArray(value)) throw new NotExplained('A list is missing.')
      return { kind: 'list', items: value.map((item: unknown) => readField(inner, item, depth + 1)) }
    }
    if (Object.hasOwn(types, type)) return struct(type, value, depth + 1)
    return leaf(type, scalarOf(type, value))
  }
  return struct(primaryType, message, 0)
}

function scalarOf(type: string, value: unknown): Leaf['value'] {
  if (/^u?int\d*$/.test(type)) return integerOf(value)
  if (type === 'bool' && typeof value === 'boolean') return value
  if (type === 'string' && typeof value === 'string') return value
  if (type === 'address' && typeof value === 'string' && isAddress(value, { strict: false })) {
    return value.toLowerCase()
  }
  if (/^bytes\d*$/.test(type) && isHex(value) && value.length % 2 === 0) return value.toLowerCase()
  throw new NotExplained(`A value isn't of its type ${type.slice(0, 40)}.`)
}

function integerOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  if (typeof value === 'string' && /^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)) return BigInt(value)
  throw new NotExplained('A whole number can’t be read.')
}
