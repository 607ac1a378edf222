import { hexToBytes, isHex, numberToBytes } from 'viem'
import { concat, utf8 } from '../bytes.js'
import type { AskOptions, LedgerApp } from '../openLedger.js'
import type { TypedData } from './typedData.js'

/** EIP712 SEND STRUCT DEFINITION: the name of a type, then its fields. */
const defining = 0x1a
/** EIP712 SEND STRUCT IMPLEMENTATION: the root, then sizes of lists and values of fields in their order. */
const filling = 0x1c

const withName = 0x00
const withList = 0x0f
const withField = 0xff

/** Data bytes of one APDU. */
const most = 255

/** How the app numbers types. */
const kinds = { custom: 0, int: 1, uint: 2, address: 3, bool: 4, string: 5, fixedBytes: 6, bytes: 7 }

/**
 * Gives the device the whole of the structured data, as hw-app-eth does, so that it shows each field and computes what is signed by
 * itself.
 *
 * @throws LedgerError `LEDGER_APP_OUTDATED` from devices that only know the two hashes
 */
export async function streamTypedData(app: LedgerApp, data: TypedData): Promise<void> {
  for (const name of usedTypes(data)) {
    await app.ask(defining, utf8(name), { p2: withName })
    for (const field of data.types[name] ?? []) {
      await app.ask(defining, fieldDefinition(field), { p2: withField })
    }
  }
  await streamStruct(app, data, 'EIP712Domain', data.domain, true)
  await streamStruct(app, data, data.primaryType, data.message, true)
}

/** The type without lists, and the sizes of its lists from the left; `undefined` for any size. */
function splitType(type: string): { readonly base: string; readonly lists: readonly (number | undefined)[] } {
  const [base = ''] = type.split('[')
  const lists = [...type.matchAll(/\[(\d*)\]/g)].map(([, size]) => (size ? Number(size) : undefined))
  return { base, lists }
}

/** The domain, the message, and what they are made of; nothing else belongs to what is signed. */
function usedTypes({ types, primaryType }: TypedData): ReadonlySet<string> {
  const used = new Set<string>()
  function add(name: string): void {
    if (used.has(name) || types[name] === undefined) return
    used.add(name)
    for (const { type } of types[name]) add(splitType(type).base)
  }
  add('EIP712Domain')
  add(primaryType)
  return used
}

/** Number of the kind, and bytes of the size where the kind has sizes. */
function kindOf(base: string): { readonly kind: number; readonly size?: number } {
  const [, name, digits] = /^(u?int|bytes)(\d+)$/.exec(base) ?? []
  if (name === 'bytes') return { kind: kinds.fixedBytes, size: Number(digits) }
  if (name === 'int' || name === 'uint') return { kind: kinds[name], size: Number(digits) / 8 }
  switch (base) {
    case 'int':
    case 'uint':
      return { kind: kinds[base], size: 32 }
    case 'address':
    case 'bool':
    case 'string':
    case 'bytes':
      return { kind: kinds[base] }
    default:
      return { kind: kinds.custom }
  }
}

function fieldDefinition({ name, type }: { readonly name: string; readonly type: string }): Uint8Array {
  const { base, lists } = splitType(type)
  const { kind, size } = kindOf(base)
  const head = kind | (lists.length > 0 ? 0x80 : 0) | (size === undefined ? 0 : 0x40)
  return concat(
    [head],
    kind === kinds.custom ? concat([base.length], utf8(base)) : [],
    size === undefined ? [] : [size],
    lists.length > 0
      ? [lists.length, ...lists.flatMap((list) => (list === undefined ? [0] : [1, list]))]
      : [],
    [utf8(name).length],
    utf8(name),
  )
}

async function streamStruct(
  app: LedgerApp,
  data: TypedData,
  name: string,
  value: unknown,
  isRoot: boolean,
): Promise<void> {
  if (isRoot) await app.ask(filling, utf8(name), { p2: withName, isPatient: true })
  for (const field of data.types[name] ?? []) {
    const { base, lists } = splitType(field.type)
    const own: unknown =
      typeof value === 'object' && value !== null ? Reflect.get(value, field.name) : undefined
    await streamField(app, data, base, lists.length, own)
  }
}

async function streamField(
  app: LedgerApp,
  data: TypedData,
  base: string,
  depth: number,
  value: unknown,
): Promise<void> {
  if (depth > 0) {
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    await app.ask(filling, Uint8Array.of(items.length), { p2: withList, isPatient: true })
    for (const item of items) await streamField(app, data, base, depth - 1, item)
    return
  }
  if (data.types[base]) return streamStruct(app, data, base, value, false)
  const bytes = valueBytes(base, value)
  const payload = concat([bytes.length >> 8, bytes.length & 0xff], bytes)
  for (let at = 0; at < payload.length; at += most) {
    // The device may show what it has so far and wait until the person has read it.
    const how: AskOptions = { p1: at + most < payload.length ? 1 : 0, p2: withField, isPatient: true }
    await app.ask(filling, payload.slice(at, at + most), how)
  }
}

function valueBytes(base: string, value: unknown): Uint8Array {
  const { kind, size = 32 } = kindOf(base)
  if (kind === kinds.string) return utf8(String(value))
  if (kind === kinds.bool) return Uint8Array.of(value ? 1 : 0)
  if (kind === kinds.int || kind === kinds.uint) {
    return numberToBytes(BigInt.asUintN(size * 8, BigInt(value as string | number | bigint)), { size })
  }
  return isHex(value) ? hexToBytes(value) : new Uint8Array()
}
