import type { Hex } from 'viem'
import { createWalletClient, defineChain, getAddress, http, isAddressEqual, toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { isLoopback } from '../loopbackOnly.js'
import { unknownAccount, unsupportedMethod, WalletError } from '../walletError.js'
import { callMethods, createEvmCalls } from './evmCalls.js'
import type { Signer, SignerOptions, SignRequest } from './signer.js'
import { parameters, rpcUrlFor } from './signer.js'

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value))
const address = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value))

const personalSign = z.tuple([z.string(), address], z.unknown())
const typedData = z.tuple([address, z.union([z.string(), z.record(z.string(), z.unknown())])], z.unknown())
const typedDataBody = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})
const transaction = z.tuple(
  [
    z.object({
      from: address,
      to: z.optional(z.nullable(address)),
      data: z.optional(hex),
      input: z.optional(hex),
      value: z.optional(hex),
      gas: z.optional(hex),
      nonce: z.optional(hex),
      maxFeePerGas: z.optional(hex),
      maxPriorityFeePerGas: z.optional(hex),
    }),
  ],
  z.unknown(),
)

const loopbackUrl = z.url().check(z.refine(isLoopback))

/** EIP-3085. Other wallets take https alone; this one takes local nodes alone, because it stays at home. */
const addedChain = z.tuple([
  z.object({
    chainId: hex,
    chainName: z.string(),
    nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.literal(18) }),
    rpcUrls: z.tuple([loopbackUrl], loopbackUrl),
    blockExplorerUrls: z.optional(z.array(z.url())),
  }),
])

/** EVM keys: `personal_sign` (EIP-191), `eth_signTypedData_v4` (EIP-712), `eth_sendTransaction`. */
export function createEip155Signer({
  keys,
  chains: held,
  rpcUrls: nodes,
  walletCalls,
  addsNetworks,
}: SignerOptions): Signer {
  const accounts = keys.map((key) => privateKeyToAccount(toHex(key)))
  const chains = [...held]
  const rpcUrls = { ...nodes }

  function accountFor(wanted: Hex): PrivateKeyAccount {
    const account = accounts.find((held) => isAddressEqual(held.address, wanted))
    if (!account) throw unknownAccount(wanted)
    return account
  }

  async function signTypedData(request: SignRequest): Promise<Hex> {
    const [signer, body] = parameters(typedData, request)
    const params = typeof body === 'string' ? parseJson(body) : body
    const account = accountFor(signer)
    return account.signTypedData(parameters(typedDataBody, { ...request, params }))
  }

  async function sendTransaction(request: SignRequest): Promise<Hex> {
    const [sent] = parameters(transaction, request)
    const account = accountFor(sent.from)
    const url = rpcUrlFor(rpcUrls, request.chainId)
    const chain = defineChain({
      id: Number(request.chainId.split(':')[1]),
      name: request.chainId,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    })
    const client = createWalletClient({ account, chain, transport: http(url) })
    const data = sent.data ?? sent.input
    try {
      return await client.sendTransaction({
        to: sent.to ? getAddress(sent.to) : undefined,
        data,
        ...(sent.nonce ? { nonce: Number(sent.nonce) } : {}),
        ...amounts(sent),
      })
    } catch (cause) {
      const text = cause instanceof Error ? cause.message : String(cause)
      throw new WalletError(-32000, `The node did not take the transaction: ${text}`, { cause })
    }
  }

  const main = accounts[0]?.address ?? '0x'
  const answerCalls = walletCalls
    ? createEvmCalls({ chains, rpcUrls, main, send: sendTransaction })
    : () => undefined

  return {
    namespace: 'eip155',
    chains,
    methods: [
      'personal_sign',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'eth_accounts',
      'eth_requestAccounts',
      'wallet_switchEthereumChain',
      ...(addsNetworks ? ['wallet_addEthereumChain'] : []),
      ...(walletCalls ? callMethods : []),
    ],
    events: ['chainChanged', 'accountsChanged'],
    addresses: () => accounts.map((account) => account.address),
    async sign(request) {
      switch (request.method) {
        case 'personal_sign': {
          const [message, signer] = parameters(personalSign, request)
          const raw = hex.safeParse(message)
          return accountFor(signer).signMessage({ message: raw.success ? { raw: raw.data } : message })
        }
        case 'eth_signTypedData':
        case 'eth_signTypedData_v4':
          return signTypedData(request)
        case 'eth_sendTransaction':
          return sendTransaction(request)
        case 'eth_accounts':
        case 'eth_requestAccounts':
          return accounts.slice(0, 1).map((account) => account.address)
        case 'wallet_addEthereumChain': {
          if (!addsNetworks) throw unsupportedMethod(request.method)
          const [{ chainId, rpcUrls: added }] = parameters(addedChain, request)
          const networkId = `eip155:${Number(chainId)}`
          if (chains.includes(networkId)) return null
          chains.push(networkId)
          rpcUrls[networkId] = added[0]
          return null
        }
        default: {
          const answer = answerCalls(request)
          if (answer) return answer
          throw unsupportedMethod(request.method)
        }
      }
    },
  }
}

function amounts(sent: { value?: Hex | undefined; gas?: Hex | undefined } & Record<string, unknown>) {
  const names = ['value', 'gas', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const
  const present = names.filter((name) => typeof sent[name] === 'string')
  return Object.fromEntries(present.map((name) => [name, BigInt(sent[name] as string)]))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
