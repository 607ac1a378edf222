import type { NetworkId } from '@latchkey/kernel/plugin'
import type { Hex } from 'viem'
import type { LedgerReading } from '../../../LedgerReview.js'
import { isJsonObject, type Json, type JsonObject } from './copyJson.js'
import { NotExplained } from './NotExplained.js'
import { type Found, parsePath, type Path, type Place, walkToOne } from './paths.js'
import { type Leaf, leaf, type Struct, type Tree } from './tree.js'

/** What holds the data: a transaction, or the domain of structured data. */
export interface Container {
  readonly from: string | undefined
  readonly to: string
  readonly value: bigint
  readonly chainId: number
}

export interface Currency {
  readonly symbol: string
  readonly decimals: number
}

/** What is known beside the descriptor. */
export interface Facts {
  networkOf(chainId: number): { readonly id: NetworkId; readonly name: string | undefined }
  currencyOf(chainId: number): Currency | undefined
  /** `undefined` for a token that can't be read. */
  tokenOf(chainId: number, address: string): Promise<Currency | undefined>
}

export interface NestedCall extends Container {
  readonly data: Hex
}

/** What one review may still do, calls within the call included. */
export interface Budget {
  /** Rows that are made. */
  left: number
  /** Fields and values that are looked at: with definitions, and over lists, a small file can name any number of them. */
  steps: number
}

/** One review: the descriptor, the data, and what has been shown of it. */
export interface ReviewContext {
  readonly file: JsonObject
  readonly data: Struct
  /** Bytes behind the values. */
  readonly rest: Hex
  readonly container: Container
  readonly facts: Facts
  /** Parts of the data that a field shows or hides. */
  readonly covered: Set<Tree>
  /** What is shown of the container: `value` for one. */
  readonly shown: Set<string>
  readonly budget: Budget
  /** A call within this one; `undefined` where no descriptor explains it. */
  readNested(call: NestedCall): Promise<LedgerReading | undefined>
}

/** Where a field stands: its parameters are found from there. */
export interface Standing {
  readonly context: ReviewContext
  /** Of the group around it. */
  readonly scope: Found
  readonly places: readonly Place[]
  readonly parameters: JsonObject
}

/**
 * The value of a parameter: a constant, a path under its name with `Path`, or a map of constants. `undefined` where there is none.
 *
 * @throws NotExplained where it leads nowhere
 */
export function parameterOf(standing: Standing, name: string): Leaf | undefined {
  const constant = standing.parameters[name]
  const path = standing.parameters[`${name}Path`]
  if (constant !== undefined && path !== undefined) {
    throw new NotExplained(`Both ${name} and ${name}Path are given.`)
  }
  if (constant !== undefined) return constantOf(standing, constant)
  return typeof path === 'string' ? referenceOf(standing, path) : undefined
}

/** A constant of the file: itself, by its path from `$`, or out of a map. */
export function constantOf(standing: Standing, value: Json): Leaf {
  if (isJsonObject(value)) return mappedOf(standing, value)
  if (typeof value === 'string' && value.startsWith('$.')) {
    return constantLeaf(jsonAt(standing.context.file, parsePath(value)))
  }
  return constantLeaf(value)
}

function mappedOf(standing: Standing, { map, keyPath }: JsonObject): Leaf {
  if (typeof map !== 'string' || typeof keyPath !== 'string')
    throw new NotExplained('A constant is an object.')
  const values = jsonAt(standing.context.file, parsePath(`${map}.values`))
  const key = String(referenceOf(standing, keyPath).value)
  const found = isJsonObject(values)
    ? Object.entries(values).find(([own]) => own.toLowerCase() === key.toLowerCase())
    : undefined
  if (!found) throw new NotExplained(`${map.slice(0, 80)} has nothing for ${key.slice(0, 80)}.`)
  return constantLeaf(found[1])
}

function constantLeaf(value: Json): Leaf {
  if (typeof value === 'string' || typeof value === 'boolean') return leaf('constant', value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return leaf('constant', BigInt(value))
  throw new NotExplained('A constant is neither a text nor a whole number.')
}

/** The value that a path leads to, from the place of the field. */
function referenceOf({ context, scope, places }: Standing, text: string): Leaf {
  const path = parsePath(text)
  if (path.root === '$') return constantLeaf(jsonAt(context.file, path))
  if (path.root === '@') return containerLeaf(context.container, path)
  const tree =
    path.root === '#'
      ? walkToOne(context.data, path.steps, places)
      : walkToOne(scope.tree, path.steps, places.slice(scope.places.length))
  if (tree.kind !== 'leaf') throw new NotExplained(`${text.slice(0, 100)} is no single value.`)
  return tree
}

export function containerLeaf({ from, to, value, chainId }: Container, { steps }: Path): Leaf {
  const [step, ...rest] = steps
  if (rest.length === 0 && step?.kind === 'name') {
    if (step.name === 'to') return leaf('address', to)
    if (step.name === 'value') return leaf('uint256', value)
    if (step.name === 'chainId') return leaf('uint256', BigInt(chainId))
    if (step.name === 'from' && from !== undefined) return leaf('address', from)
  }
  throw new NotExplained('The transaction has no such value.')
}

/** A part of the file, by names alone. */
export function jsonAt(file: JsonObject, { root, steps }: Path): Json {
  let at: Json | undefined = root === '$' ? file : undefined
  for (const step of steps) {
    at = isJsonObject(at) && step.kind === 'name' ? at[step.name] : undefined
  }
  if (at === undefined) throw new NotExplained('A path leads nowhere in the descriptor.')
  return at
}
