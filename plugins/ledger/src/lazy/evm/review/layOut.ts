import { parse, plainText } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import type { LedgerReading, LedgerReviewRow, LedgerReviewValue } from '../../../LedgerReview.js'
import { constantOf, containerLeaf, jsonAt, type ReviewContext } from './context.js'
import { isJsonObject, type Json, type JsonObject, objectOf } from './copyJson.js'
import { formatValue, nativeAmount, rawValue } from './formatValue.js'
import { type FieldRow, interpolate, type ShownField } from './interpolate.js'
import { isVisible } from './isVisible.js'
import { NotExplained } from './NotExplained.js'
import { type Found, itemsOf, keyOf, parsePath, type Path, walkPath } from './paths.js'
import { leaf, type Tree } from './tree.js'

const longestLabel = 80
const longestIntent = 200
const deepestGroups = 6

const json = z.custom<Json>(() => true)
const object = z.custom<JsonObject>((value) => isJsonObject(value as Json))

const formatSchema = z.object({
  intent: z.optional(z.union([z.string(), object])),
  interpolatedIntent: z.optional(z.string()),
  fields: z.array(object),
  // Of version 1.
  required: z.optional(z.nullable(z.array(z.string()))),
  excluded: z.optional(z.nullable(z.array(z.string()))),
})

const fieldSchema = z.object({
  path: z.optional(z.string()),
  value: z.optional(json),
  label: z.optional(z.string()),
  format: z.optional(z.string()),
  $ref: z.optional(z.string()),
  params: z.optional(object),
  visible: z.optional(json),
  fields: z.optional(z.array(object)),
  iteration: z.optional(z.enum(['sequential', 'bundled'])),
  encryption: z.optional(json),
})
type Field = z.infer<typeof fieldSchema>

/**
 * Lays a call or structured data out as its format in the descriptor says (ERC-7730).
 *
 * @throws NotExplained where any part of it can't be shown as it says
 */
export async function layOut(context: ReviewContext, given: Json): Promise<LedgerReading> {
  const format = parse(formatSchema, given, 'The format of the descriptor')
  const excluded = (format.excluded ?? []).map((path) => keyOf(parsePath(path)))
  const scope: Found = { tree: context.data, places: [] }
  const group: Group = { scope, steps: [], label: '', depth: 0, excluded }
  const shown = await readFields(context, group, format.fields)
  for (const path of format.required ?? []) {
    const key = keyOf(parsePath(path))
    if (!shown.some((field) => field.key === key)) throw new NotExplained(`${path} must be shown, and isn’t.`)
  }
  for (const path of (format.excluded ?? []).map(parsePath)) {
    if (path.root !== '@' && path.root !== '$') cover(context, walkPath(scope, path.steps))
  }
  const rows = numbered(shown.flatMap((field) => field.rows))
  const sentence =
    format.interpolatedIntent === undefined ? undefined : interpolate(format.interpolatedIntent, shown)
  const { metadata } = context.file
  return {
    intent: sentence ?? [intentOf(format.intent)],
    owner: plainText(isJsonObject(metadata) ? metadata['owner'] : '', longestLabel) || undefined,
    rows,
    others: othersOf(context),
    sends: sendsOf(context),
    rest: context.rest === '0x' ? undefined : rawValue(context, leaf('bytes', context.rest)),
  }
}

function intentOf(given: string | JsonObject | undefined): string {
  const text =
    typeof given === 'object'
      ? Object.entries(given)
          .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : ''}`)
          .join(' · ')
      : (given ?? '')
  return visible(text, longestIntent, 'intent')
}

/** A text of the descriptor, whole or not at all. */
function visible(text: string, limit: number, what: string): string {
  const shown = plainText(text, limit + 1)
  if (shown === '' || [...shown].length > limit) throw new NotExplained(`The ${what} is empty or too long.`)
  return shown
}

interface Group {
  readonly scope: Found
  /** From the data to the group. */
  readonly steps: Path['steps']
  readonly label: string
  readonly depth: number
  readonly excluded: readonly string[]
}

async function readFields(
  context: ReviewContext,
  group: Group,
  fields: readonly JsonObject[],
): Promise<readonly ShownField[]> {
  if (group.depth > deepestGroups) throw new NotExplained('Groups of fields are too deep.')
  const shown: ShownField[] = []
  for (const given of fields) shown.push(...(await readField(context, group, referredOf(context, given))))
  return shown
}

/** A field with what it refers to; its own words win. */
function referredOf(context: ReviewContext, given: JsonObject): Field {
  const own = parse(fieldSchema, given, 'A field of the descriptor')
  if (own.$ref === undefined) return own
  const found = jsonAt(context.file, parsePath(own.$ref))
  if (!own.$ref.startsWith('$.display.definitions.') || !isJsonObject(found)) {
    throw new NotExplained('A field refers to no definition.')
  }
  const common = parse(fieldSchema, found, 'A definition of the descriptor')
  if (common.$ref !== undefined) throw new NotExplained('A definition refers to another.')
  const params = objectOf([...Object.entries(common.params ?? {}), ...Object.entries(own.params ?? {})])
  return { ...common, ...own, params }
}

async function readField(context: ReviewContext, group: Group, field: Field): Promise<readonly ShownField[]> {
  step(context)
  if (field.fields) return readGroup(context, group, field, field.fields)
  if (field.encryption !== undefined) throw new NotExplained('A value is encrypted.')
  const { key, items } = placesOf(context, group, field)
  const isHidden = field.visible === 'never' || group.excluded.includes(key)
  if (isHidden) {
    cover(context, items)
    return []
  }
  const leaves = items.flatMap(itemsOf)
  const label = group.label + visible(field.label ?? '', longestLabel, 'label')
  const rows: FieldRow[] = []
  for (const { tree, places } of leaves) {
    step(context)
    if (tree.kind !== 'leaf') throw new NotExplained(`${label} is more than one value.`)
    const isShown = isVisible(field.visible, tree)
    if (isShown || mayBeHidden(context, tree)) context.covered.add(tree)
    if (!isShown) {
      if (places.length > 0) rows.push({ label, value: undefined })
      continue
    }
    spend(context)
    const standing = { context, scope: group.scope, places, parameters: field.params ?? objectOf([]) }
    rows.push({ label, value: await formatValue(standing, field.format ?? 'raw', tree) })
  }
  if (key === valueKey && rows.some((row) => isSent(context, row.value))) context.shown.add('value')
  const isAlways = field.visible === undefined || field.visible === 'always'
  const isForeign = leaves.some(({ tree }) => tree.kind === 'leaf' && tree.type === 'string')
  return [{ key, rows, isAlways, isForeign }]
}

const valueKey = keyOf(parsePath('@.value'))

/** Whether it's what is sent along, in this network's own currency, and no number that a format has made of it. */
function isSent(context: ReviewContext, shown: LedgerReviewValue | undefined): boolean {
  const sent = sentAlong(context)
  if (shown?.kind === 'units') return sent.kind === 'units' && shown.token === undefined
  if (shown?.kind !== 'amount' || sent.kind !== 'amount' || shown.token !== undefined) return false
  return shown.symbol === sent.symbol && shown.decimals === sent.decimals
}

function placesOf(
  context: ReviewContext,
  group: Group,
  field: Field,
): { readonly key: string; readonly items: readonly Found[] } {
  const { scope } = group
  if (field.path === undefined) {
    if (field.value === undefined) throw new NotExplained('A field has neither a path nor a value.')
    const standing = { context, scope, places: scope.places, parameters: objectOf([]) }
    return { key: '', items: [{ tree: constantOf(standing, field.value), places: scope.places }] }
  }
  if (field.value !== undefined) throw new NotExplained('A field has both a path and a value.')
  const path = parsePath(field.path)
  if (path.root === '@') {
    return {
      key: keyOf(path),
      items: [{ tree: containerLeaf(context.container, path), places: scope.places }],
    }
  }
  if (path.root === '$') {
    const standing = { context, scope, places: scope.places, parameters: objectOf([]) }
    return { key: keyOf(path), items: [{ tree: constantOf(standing, field.path), places: scope.places }] }
  }
  const isAbsolute = path.root === '#'
  const from: Found = isAbsolute ? { tree: context.data, places: [] } : scope
  const steps = isAbsolute ? path.steps : [...group.steps, ...path.steps]
  return { key: keyOf({ root: '#', steps }), items: walkPath(from, path.steps) }
}

async function readGroup(
  context: ReviewContext,
  group: Group,
  field: Field,
  fields: readonly JsonObject[],
): Promise<readonly ShownField[]> {
  if (field.visible === 'never') throw new NotExplained('A group of fields is hidden.')
  const path = parsePath(field.path ?? '')
  if (path.root === '@' || path.root === '$') throw new NotExplained('A group stands outside the data.')
  const isAbsolute = path.root === '#'
  const from: Found = isAbsolute ? { tree: context.data, places: [] } : group.scope
  const label =
    field.label === undefined ? group.label : `${group.label}${visible(field.label, longestLabel, 'label')}: `
  const steps = isAbsolute ? path.steps : [...group.steps, ...path.steps]
  const shown: ShownField[] = []
  for (const scope of walkPath(from, path.steps)) {
    step(context)
    const inner = await readFields(context, { ...group, scope, steps, label, depth: group.depth + 1 }, fields)
    shown.push(...(field.iteration === 'bundled' ? [bundled(inner)] : inner))
  }
  return shown
}

/** The first items of all fields, then their second ones. */
function bundled(fields: readonly ShownField[]): ShownField {
  const longest = Math.max(0, ...fields.map(({ rows }) => rows.length))
  if (fields.some(({ rows }) => rows.length !== longest)) {
    throw new NotExplained('Lists that go together have different lengths.')
  }
  const rows = Array.from({ length: longest }, (_, index) =>
    fields.flatMap((field) => field.rows.slice(index, index + 1)),
  ).flat()
  return { key: '', rows, isAlways: false, isForeign: true }
}

function cover(context: ReviewContext, items: readonly Found[]): void {
  const all = (tree: Tree): void => {
    step(context)
    if (mayBeHidden(context, tree)) context.covered.add(tree)
    if (tree.kind === 'list') for (const item of tree.items) all(item)
    if (tree.kind === 'struct') for (const member of tree.members.values()) all(member)
  }
  for (const { tree } of items) all(tree)
}

const nobody = `0x${'0'.repeat(40)}`

/** Whether money may go to an address is not the file's to pass over: it stays among the others, unless it's nobody or the account. */
function mayBeHidden({ container }: ReviewContext, tree: Tree): boolean {
  if (tree.kind !== 'leaf') return false
  if (tree.type !== 'address') return true
  return [nobody, container.from?.toLowerCase()].includes(String(tree.value).toLowerCase())
}

function spend({ budget }: ReviewContext): void {
  budget.left -= 1
  if (budget.left < 0) throw new NotExplained('It has more values than a person can compare.')
}

function step({ budget }: ReviewContext): void {
  budget.steps -= 1
  if (budget.steps < 0) throw new NotExplained('It takes too long to read.')
}

/** Labels of lists, told apart by their place. What isn't shown has its place too: "To #2" goes with "Amount #2". */
function numbered(rows: readonly FieldRow[]): readonly LedgerReviewRow[] {
  const used = new Map<string, number>()
  const all = new Map<string, number>()
  for (const { label } of rows) all.set(label, (all.get(label) ?? 0) + 1)
  return rows.flatMap(({ label, value }) => {
    const place = (used.get(label) ?? 0) + 1
    used.set(label, place)
    if (!value) return []
    return [{ value, label: all.get(label) === 1 ? label : `${label} #${place}` }]
  })
}

/** What the descriptor passes over in silence: it's shown by the names in the code. */
function othersOf(context: ReviewContext): readonly LedgerReviewRow[] {
  const rows: LedgerReviewRow[] = []
  function visit(tree: Tree, name: string): void {
    if (context.covered.has(tree)) return
    if (tree.kind === 'leaf') {
      spend(context)
      rows.push({ label: plainText(name, longestLabel) || '?', value: rawValue(context, tree) })
    } else if (tree.kind === 'list') {
      for (const [index, item] of tree.items.entries()) visit(item, `${name}[${index}]`)
    } else {
      for (const [own, member] of tree.members) visit(member, name === '' ? own : `${name}.${own}`)
    }
  }
  visit(context.data, '')
  return numbered(rows)
}

/** Money that goes along is shown, whether the descriptor knows of it or not. */
const sendsOf = (context: ReviewContext): LedgerReviewValue | undefined =>
  context.container.value === 0n || context.shown.has('value') ? undefined : sentAlong(context)

const sentAlong = (context: ReviewContext): LedgerReviewValue =>
  nativeAmount(context, context.container.chainId, context.container.value)
