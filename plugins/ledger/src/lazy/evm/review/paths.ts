import { NotExplained } from './NotExplained.js'
import { type Leaf, leaf, type Tree } from './tree.js'

export type Step =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start: number | undefined; readonly end: number | undefined }

export interface Path {
  /** `#` the data, `$` the file, `@` the transaction or the domain; none is from where the field stands. */
  readonly root: '#' | '$' | '@' | ''
  readonly steps: readonly Step[]
}

const longest = 500
const segment = /\[(-?\d{1,5})\]|\[(-?\d{1,5})?(:)?(-?\d{1,5})?\]|([^.[\]]+)/y

/** @throws NotExplained */
export function parsePath(text: string): Path {
  if (text.length > longest) throw new NotExplained('A path is too long.')
  const [, root = '', rest = ''] = /^([#$@])?\.?(.*)$/s.exec(text) ?? []
  const steps: Step[] = []
  for (let at = 0; at < rest.length; ) {
    segment.lastIndex = at
    const found = segment.exec(rest)
    if (!found) throw new NotExplained(`"${text.slice(0, 100)}" is no path.`)
    steps.push(stepOf(found))
    at += found[0].length
    if (rest[at] === '.' && at + 1 < rest.length) at += 1
  }
  return { root: isRoot(root) ? root : '', steps }
}

/** Paths that lead to the same have the same key; one without a root is from the data. */
export const keyOf = ({ root, steps }: Path): string => JSON.stringify([root === '' ? '#' : root, ...steps])

const isRoot = (text: string): text is '#' | '$' | '@' => text === '#' || text === '$' || text === '@'

// no money: places in lists
function stepOf([, index, start, , end, name]: RegExpExecArray): Step {
  if (name !== undefined) return { kind: 'name', name }
  if (index !== undefined) return { kind: 'index', index: Number(index) }
  return {
    kind: 'slice',
    start: start === undefined ? undefined : Number(start),
    end: end === undefined ? undefined : Number(end),
  }
}

/** Where a path led, and the places in the lists it went through whole, so that a parameter can take the same ones. */
export interface Found {
  readonly tree: Tree
  readonly places: readonly Place[]
}

export interface Place {
  readonly index: number
  readonly length: number
}

/**
 * All that a path leads to: one value, or one for each item of the lists that it takes slices of.
 *
 * @throws NotExplained where it leads nowhere
 */
export function walkPath(from: Found, steps: readonly Step[]): readonly Found[] {
  const [step, ...rest] = steps
  if (!step) return [from]
  const { tree, places } = from
  if (step.kind !== 'slice') return walkPath({ tree: stepInto(tree, step), places }, rest)
  if (tree.kind === 'leaf') {
    if (rest.length > 0) throw new NotExplained('A path goes on behind a slice of bytes.')
    return [{ tree: sliceOf(tree, step), places }]
  }
  if (tree.kind !== 'list') throw new NotExplained('A path takes a slice of what is no list.')
  const items = tree.items.slice(step.start, step.end)
  return items.flatMap((item, index) =>
    walkPath({ tree: item, places: [...places, { index, length: items.length }] }, rest),
  )
}

/**
 * The one value that a parameter's path leads to, for a field that stands at `places`.
 *
 * @throws NotExplained where it leads nowhere, or to a list of another length
 */
export function walkToOne(from: Tree, steps: readonly Step[], places: readonly Place[]): Tree {
  let tree = from
  let passed = 0
  for (const [at, step] of steps.entries()) {
    if (step.kind !== 'slice') {
      tree = stepInto(tree, step)
    } else if (tree.kind === 'leaf') {
      if (at !== steps.length - 1) throw new NotExplained('A path goes on behind a slice of bytes.')
      tree = sliceOf(tree, step)
    } else {
      tree = itemAt(tree.kind === 'list' ? tree.items.slice(step.start, step.end) : [], places[passed])
      passed += 1
    }
  }
  for (; tree.kind === 'list'; passed += 1) tree = itemAt(tree.items, places[passed])
  return tree
}

function itemAt(items: readonly Tree[], place: Place | undefined): Tree {
  const item = place && items[place.index]
  if (!item || items.length !== place.length) {
    throw new NotExplained('A parameter is a list that doesn’t go with the field’s.')
  }
  return item
}

/** A field of a list is a field of each of its items. */
export function itemsOf(found: Found): readonly Found[] {
  const { tree } = found
  return tree.kind === 'list'
    ? walkPath(found, [{ kind: 'slice', start: undefined, end: undefined }]).flatMap(itemsOf)
    : [found]
}

function stepInto(tree: Tree, step: Exclude<Step, { readonly kind: 'slice' }>): Tree {
  const next =
    step.kind === 'name'
      ? tree.kind === 'struct' && tree.members.get(step.name)
      : tree.kind === 'list' && tree.items.at(step.index)
  if (!next) {
    const wanted = step.kind === 'name' ? step.name : `[${step.index}]`
    throw new NotExplained(`There is no ${wanted.slice(0, 60)}.`)
  }
  return next
}

/** Bytes of bytes, of text, or of a number as it's encoded. */
function sliceOf(
  { type, value }: Leaf,
  { start, end }: { readonly start: number | undefined; readonly end: number | undefined },
): Leaf {
  const digits = hexOf(type, value)
  const size = digits.length / 2
  const from = Math.min(start === undefined ? 0 : start < 0 ? Math.max(size + start, 0) : start, size)
  const to = Math.min(end === undefined ? size : end < 0 ? Math.max(size + end, 0) : end, size)
  const wanted = lengthOf(start, end)
  if (to <= from || (wanted !== undefined && to - from !== wanted)) {
    throw new NotExplained('The bytes are shorter than the part that is to be shown.')
  }
  return leaf('bytes', `0x${digits.slice(2 * from, 2 * to)}`)
}

/** How many bytes a slice has by its own words, where they say it. */
function lengthOf(start: number | undefined, end: number | undefined): number | undefined {
  if (start !== undefined && start < 0) return end === undefined ? -start : end < 0 ? end - start : undefined
  if (end === undefined || end < 0) return undefined
  return end - (start ?? 0)
}

function hexOf(type: string, value: Leaf['value']): string {
  if (typeof value === 'bigint') {
    return BigInt.asUintN(256, value).toString(16).padStart(64, '0')
  }
  if (typeof value === 'string' && (type.startsWith('bytes') || type === 'address')) return value.slice(2)
  throw new NotExplained('A slice is taken of what has no bytes.')
}
