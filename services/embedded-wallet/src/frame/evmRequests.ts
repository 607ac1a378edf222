import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import {
  createPublicClient,
  defineChain,
  formatEther,
  getAddress,
  type Hex,
  hexToBytes,
  http,
  parseAbi,
  isAddressEqual,
  isHex,
  type TransactionSerializable,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { nameNetwork } from './networkNames.js'
import { isTokenCall, previewCall, type TokenWords } from './previewEvm.js'
import type { Screen } from './screen.js'

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const quantity = z.pipe(
  z.string().check(z.regex(/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/)),
  z.transform((text: string) => BigInt(text)),
)
const transaction = z.object({
  from: z.optional(address),
  to: z.optional(z.nullable(address)),
  data: z.optional(hex),
  input: z.optional(hex),
  value: z.optional(quantity),
  gas: z.optional(quantity),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  nonce: z.optional(quantity),
  chainId: z.optional(quantity),
})
const typedData = z.object({
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})

export interface EvmContext {
  readonly screen: Screen
  readonly signal: AbortSignal
  readonly appOrigin: string
  readonly chainId: number
  readonly rpcUrl: string | undefined
  readonly address: `0x${string}`
  /** Makes the key for one signature, after the person agreed. */
  key(): Promise<Hex>
}

/** Answers one method that needs the person. @throws FrameError */
export async function answerEvm(method: string, params: unknown, context: EvmContext): Promise<unknown> {
  if (method === 'personal_sign') return signMessage(params, context)
  if (method === 'eth_signTypedData_v4') return signTypedData(params, context)
  if (method === 'eth_sendTransaction') return sendTransaction(params, context)
  throw new FrameError('not_available', 'This account cannot do that yet.')
}

async function signMessage(params: unknown, context: EvmContext): Promise<Hex> {
  const [message, from] = read(z.tuple([z.string(), address], z.unknown()), params)
  requireOwn(from, context)
  const raw = isHex(message) ? message : undefined
  await context.screen.ask(
    {
      view: 'approve',
      title: 'Sign a message',
      facts: [
        { name: 'Asked by', value: context.appOrigin },
        { name: 'Message', value: raw ? readable(raw) : message },
      ],
      raw: message,
      accept: 'Sign',
      refuse: 'Decline',
    },
    context.signal,
  )
  const account = privateKeyToAccount(await context.key())
  return account.signMessage({ message: raw ? { raw } : message })
}

/** The text that the bytes are, or the bytes when they are no text. */
function readable(raw: Hex): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(raw))
  } catch {
    return raw
  }
}

async function signTypedData(params: unknown, context: EvmContext): Promise<Hex> {
  const [from, given] = read(z.tuple([address, z.union([z.string(), typedData])], z.unknown()), params)
  requireOwn(from, context)
  const data = typeof given === 'string' ? read(typedData, parseJson(given)) : given
  const chainId = data.domain['chainId']
  if (chainId !== undefined && BigInt(chainId as string | number) !== BigInt(context.chainId)) {
    throw invalid(
      `The data is for the chain ${String(chainId)}, and the wallet is on ${context.chainId}. Switch first.`,
    )
  }
  const isPermit = /permit/i.test(data.primaryType)
  await context.screen.ask(
    {
      view: 'approve',
      title: 'Sign typed data',
      facts: [
        { name: 'Asked by', value: context.appOrigin },
        { name: 'Network', value: nameNetwork(`eip155:${context.chainId}`).name },
        { name: 'Contract', value: String(data.domain['verifyingContract'] ?? 'none') },
        { name: 'Kind', value: data.primaryType, isWarning: isPermit },
        ...Object.entries(data.message).map(([name, value]) => ({ name, value: inline(value) })),
      ],
      raw: JSON.stringify(data, null, 2),
      accept: 'Sign',
      refuse: 'Decline',
    },
    context.signal,
  )
  const account = privateKeyToAccount(await context.key())
  return account.signTypedData(data as never)
}

const inline = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

async function sendTransaction(params: unknown, context: EvmContext): Promise<Hex> {
  const [sent] = read(z.tuple([transaction], z.unknown()), params)
  if (sent.from) requireOwn(sent.from, context)
  if (sent.chainId !== undefined && sent.chainId !== BigInt(context.chainId)) {
    throw invalid('The transaction is for another chain than the wallet is on. Switch first.')
  }
  if (sent.data && sent.input && sent.data !== sent.input)
    throw invalid('"data" and "input" differ. Send one of them.')
  const data = (sent.data ?? sent.input) as Hex | undefined
  const { value } = sent
  const to = sent.to ? getAddress(sent.to) : undefined
  const client = clientOf(context)
  const prepared = await client
    .prepareTransactionRequest({
      account: context.address,
      chain: client.chain,
      ...(to ? { to } : {}),
      ...(data ? { data } : {}),
      ...(value === undefined ? {} : { value }),
      ...(sent.gas === undefined ? {} : { gas: sent.gas }),
      ...(sent.nonce === undefined ? {} : { nonce: Number(sent.nonce) }),
    })
    .catch((cause: unknown) => {
      throw new FrameError('rpc_error', firstLine(cause), { rpcCode: -32603, cause })
    })
  const token = to && isTokenCall(data) ? await readToken(client, to) : undefined
  const { name: network, symbol } = nameNetwork(`eip155:${context.chainId}`)
  const feeLimit = (prepared.gas ?? 0n) * (prepared.maxFeePerGas ?? prepared.gasPrice ?? 0n)
  await context.screen.ask(
    {
      view: 'approve',
      title: 'Send a transaction',
      facts: [
        { name: 'Asked by', value: context.appOrigin },
        ...previewCall({ to, data, value, symbol, token }),
        { name: 'Network', value: network },
        { name: 'Max network fee', value: `${formatEther(feeLimit)} ${symbol}` },
      ],
      raw: data ?? '0x',
      accept: 'Send',
      refuse: 'Decline',
    },
    context.signal,
  )
  const account = privateKeyToAccount(await context.key())
  const serialized = await account.signTransaction(signable(prepared, context.chainId))
  return client.sendRawTransaction({ serializedTransaction: serialized }).catch((cause: unknown) => {
    throw new FrameError('rpc_error', firstLine(cause), { rpcCode: -32603, cause })
  })
}

const tokenWords = parseAbi([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
])

/** What the contract calls itself, where it says so in a form that is sane. */
async function readToken(client: Client, address: Hex): Promise<TokenWords | undefined> {
  const shared = { address, abi: tokenWords }
  const read = await Promise.all([
    client.readContract({ ...shared, functionName: 'symbol' }),
    client.readContract({ ...shared, functionName: 'decimals' }),
  ]).catch(() => undefined)
  if (!read) return undefined
  const [symbol, decimals] = read
  return /^[\p{L}\p{N}$._-]{1,11}$/u.test(symbol) && decimals <= 36 ? { symbol, decimals } : undefined
}

type Client = ReturnType<typeof clientOf>

/** Exactly what the person was shown, on the chain that the wallet is on, whatever the node says of itself. */
function signable(prepared: Prepared, chainId: number): TransactionSerializable {
  const { to, data, value, gas, nonce, maxFeePerGas, maxPriorityFeePerGas, gasPrice } = prepared
  const shared = {
    chainId,
    ...(to ? { to } : {}),
    ...(data ? { data } : {}),
    value: value ?? 0n,
    gas: gas ?? 0n,
    nonce: nonce ?? 0,
  }
  return maxFeePerGas === undefined
    ? { ...shared, type: 'legacy', gasPrice: gasPrice ?? 0n }
    : { ...shared, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n }
}

interface Prepared {
  readonly to?: Hex | null | undefined
  readonly data?: Hex | undefined
  readonly value?: bigint | undefined
  readonly gas?: bigint | undefined
  readonly nonce?: number | undefined
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
  readonly gasPrice?: bigint | undefined
}

function clientOf({ chainId, rpcUrl }: EvmContext) {
  if (rpcUrl === undefined) throw invalid('There is no address of a node for this network.')
  const chain = defineChain({
    id: chainId,
    name: `eip155:${chainId}`,
    nativeCurrency: { name: 'Native coin', symbol: 'native', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createPublicClient({ chain, transport: http(rpcUrl, { retryCount: 1, timeout: 10_000 }) })
}

/** Hands a method that needs nobody to the node. */
export async function readFromNode(
  method: string,
  params: unknown,
  rpcUrl: string | undefined,
  signal: AbortSignal,
) {
  if (rpcUrl === undefined) throw invalid('There is no address of a node for this network.')
  const response = await fetch(rpcUrl, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    signal,
  })
  const answer = read(
    z.object({
      result: z.optional(z.unknown()),
      error: z.optional(z.object({ code: z.number(), message: z.string() })),
    }),
    await response.json(),
  )
  if (answer.error)
    throw new FrameError('rpc_error', answer.error.message, { rpcCode: Math.trunc(answer.error.code) })
  return answer.result
}

function read<Shape extends z.core.$ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const parsed = z.safeParse(shape, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`params ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'Invalid input'}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The typed data is no JSON.')
  }
}

function requireOwn(from: string, { address: own }: EvmContext): void {
  if (!isAddressEqual(from as Hex, own)) {
    throw new FrameError('invalid_request', 'This is not the address of the account that is signed in.', {
      rpcCode: 4100,
    })
  }
}

const invalid = (message: string) => new FrameError('invalid_request', message, { rpcCode: -32602 })
const firstLine = (cause: unknown) =>
  ((cause as { shortMessage?: string }).shortMessage ?? 'The node refused the request.').slice(0, 300)
