import { copyPlainData } from '@latchkey/plugin-email-auth/protocol'
import { hashTypedData, type Hex, maxUint160, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { invalidParams, readParams } from '../readParams.js'
import { askedBy, type Fact, networkFact } from '../facts.js'
import { giveawaysOf, type SignedField } from './giveaways.js'
import { addressOn, type EvmContext, requireOwn } from './shapes.js'
import { inSmallLetters } from './inSmallLetters.js'
import { say, type Text, verbatim } from '../../words/say.js'

const shape = z.object({
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})
type TypedData = z.infer<typeof shape>

/** More lines than these are in the raw view only. */
const factsShown = 200

/**
 * `eth_signTypedData_v4`, and `_v3`, which is the same without lists (EIP-712).
 *
 * @throws FrameError -32602 for data that can't be hashed, or is for another chain, before the person is asked
 */
export async function signTypedData(
  version: 'v3' | 'v4',
  params: unknown,
  context: EvmContext,
): Promise<Hex> {
  const [from, given] = readParams(z.tuple([addressOn(context.chainId), z.unknown()], z.unknown()), params)
  requireOwn(from, context)
  const data = readTypedData(given)
  if (version === 'v3') refuseLists(data)
  requireChain(data.domain['chainId'], context.chainId)
  refuseOwn(data.domain['verifyingContract'], context.ownContracts)
  // viem declares the types of each primitive name, which no data from outside can have.
  const definition = inSmallLetters(data, context.chainId) as unknown as TypedDataDefinition
  try {
    hashTypedData(definition)
  } catch (cause) {
    throw invalidParams(`The typed data does not fit its types: ${firstLine(cause)}`, cause)
  }
  await context.screen.ask(
    {
      view: 'approve',
      title: say`Sign typed data`,
      facts: [askedBy(context), ...factsOf(data, context)],
      raw: JSON.stringify(data, null, 2),
      accept: say`Sign`,
      refuse: say`Decline`,
    },
    context.signal,
  )
  const account = privateKeyToAccount(await context.key())
  const signature = await account.signTypedData(definition)
  return context.finish ? context.finish(signature) : signature
}

/** Data as an object, or as JSON, which is held to the rules that messages are held to. */
function readTypedData(given: unknown): TypedData {
  const plain = typeof given === 'string' ? copyPlainData(parseJson(given)) : given
  const data = readParams(shape, plain)
  if (!Object.hasOwn(data.types, data.primaryType) && data.primaryType !== 'EIP712Domain') {
    throw invalidParams(`The typed data has no type named by its primaryType.`)
  }
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidParams('The typed data is no JSON.')
  }
}

function refuseLists({ types }: TypedData): void {
  const isList = Object.values(types).some((fields) => fields.some(({ type }) => type.endsWith(']')))
  if (isList) {
    throw invalidParams('eth_signTypedData_v3 knows no lists. Ask for eth_signTypedData_v4.')
  }
}

/** @throws FrameError for typed data that the account itself would carry out */
function refuseOwn(contract: unknown, own: readonly Hex[] = []): void {
  const isOwn = own.some((address) => String(contract).toLowerCase() === address.toLowerCase())
  if (!isOwn) return
  throw invalidParams(
    'This data would give orders to the account itself. Ask for the calls with wallet_sendCalls.',
  )
}

function requireChain(named: unknown, chainId: number): void {
  if (named === undefined) return
  if (readChainId(named) === BigInt(chainId)) return
  throw invalidParams(
    `The data is for the chain ${String(named).slice(0, 80)}, and the wallet is on ${chainId}. Switch first.`,
  )
}

function readChainId(named: unknown): bigint | undefined {
  if (typeof named === 'number' && Number.isSafeInteger(named)) return BigInt(named)
  const isNumber = typeof named === 'string' && /^(?:0x[0-9a-fA-F]{1,64}|[0-9]{1,78})$/.test(named)
  return isNumber ? BigInt(named) : undefined
}

/** What is signed, and nothing of the message that no type names: it is no part of the signature. */
function factsOf(data: TypedData, { app, chainId }: EvmContext): readonly Fact[] {
  const fields = [...fieldsOf(data, data.primaryType, data.message, '')]
  const shown = fields.slice(0, factsShown)
  const domain = signedDomain(data)
  return [
    ...('chainId' in domain ? [networkFact(`eip155:${chainId}`, app)] : []),
    {
      name: say`Contract`,
      value: 'verifyingContract' in domain ? String(domain['verifyingContract']) : say`any`,
    },
    { name: say`Kind`, value: data.primaryType, isWarning: /permit/i.test(data.primaryType) },
    ...allowancesOf(fields),
    ...giveawaysOf(fields, typesOf(data)),
    // Named so that no field of an app's passes for a line of ours.
    ...shown.map(({ path, text }) => ({ name: verbatim(`message.${path}`.slice(0, 200)), value: text })),
    ...(fields.length > shown.length
      ? [
          {
            name: say`More`,
            value: say`${fields.length - shown.length} fields in the raw data`,
            isWarning: true,
          },
        ]
      : []),
  ]
}

/** A domain's type, where the data has one, says which of its values are part of the signature. */
function signedDomain({ types, domain }: TypedData): Readonly<Record<string, unknown>> {
  const named = Object.hasOwn(types, 'EIP712Domain')
    ? types['EIP712Domain']?.map(({ name }) => name)
    : undefined
  return Object.fromEntries(
    Object.entries(domain).filter(([name, value]) => value != null && (!named || named.includes(name))),
  )
}

function* fieldsOf({ types }: TypedData, type: string, value: unknown, path: string): Generator<SignedField> {
  const item = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined && Array.isArray(value)) {
    if (value.length === 0) yield fieldAt(path, say`none`)
    for (const [index, entry] of value.entries())
      yield* fieldsOf({ types } as TypedData, item, entry, `${path}[${index}]`)
    return
  }
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (!fields) return yield fieldAt(path, textOf(type, value))
  for (const { name, type: inner } of fields) {
    const held = (value as Record<string, unknown>)[name]
    yield* fieldsOf({ types } as TypedData, inner, held, path ? `${path}.${name}` : name)
  }
}

/** Numbers as they are hashed: JavaScript reads `0b11`, ` 3 ` and `["3"]` as the same one. */
function textOf(type: string, value: unknown): string {
  if (value !== undefined && /^u?int\d*$/.test(type)) return BigInt(value as string).toString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Names of the structures that are signed: the first, and what it's made of. */
function typesOf({ types, primaryType }: TypedData): readonly string[] {
  const found = new Set<string>()
  const left = [primaryType]
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name) || !Object.hasOwn(types, name)) continue
    found.add(name)
    left.push(...(types[name] ?? []).map(({ type }) => type.replace(/(?:\[\d*\])+$/, '')))
  }
  return [...found]
}

const fieldAt = (path: string, text: Text): SignedField => ({
  path,
  name: (path.split('.').at(-1) ?? '').replaceAll(/\[\d+\]/g, ''),
  text,
})

/** A spender in signed data is let to spend, whatever the data is called. */
function allowancesOf(fields: readonly SignedField[]): readonly Fact[] {
  const spenders = fields.filter(({ name }) => name === 'spender' || name === 'operator')
  if (spenders.length === 0) return []
  const amounts = fields.filter(({ name }) => name === 'value' || name === 'amount' || name === 'allowed')
  const isUnlimited = amounts.some(({ text }) => typeof text === 'string' && isHuge(text))
  return spenders.map(({ text }) => ({
    name: isUnlimited
      ? say`Lets someone spend your tokens, without any limit`
      : say`Lets someone spend your tokens`,
    value: text,
    isWarning: true,
  }))
}

const isHuge = (text: string) =>
  text === 'true' || (/^[0-9]{1,78}$/.test(text) && BigInt(text) >= maxUint160 / 2n)

const firstLine = (cause: unknown) =>
  String((cause as { shortMessage?: unknown }).shortMessage ?? (cause as Error).message)
    .split('\n')[0]
    ?.slice(0, 200)
