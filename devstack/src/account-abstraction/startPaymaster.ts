import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Address, concat, type Hex, hexToNumber, isAddressEqual, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import type { EvmStack } from '../evm/evmStack.js'
import { waitForReceipt } from '../evm/waitForReceipt.js'
import { answerPreflight, crossOriginHeaders } from '../http/crossOrigin.js'
import { close, listen } from '../http/listen.js'
import { readBody } from '../http/readBody.js'
import { artifacts } from '../evm/artifacts.js'
import type { EntryPointVersion } from './accountAbstractionArtifact.js'
import { type ByEntryPoint, deployPaymasters } from './deployPaymasters.js'
import type { PaymasterPolicy } from './paymasterPolicy.js'
import { signPaymasterData, stubPaymasterData } from './signPaymasterData.js'

export interface PaymasterRequest {
  readonly method: string
  readonly operation: Readonly<Record<string, unknown>>
  readonly entryPoint: Address
  readonly chainId: number
  readonly context: unknown
}

export interface Paymaster {
  /** JSON-RPC of ERC-7677, for pages of any local origin. */
  readonly url: string
  /** The contract that pays, on each entry point. */
  readonly addresses: ByEntryPoint<Address>
  /** Every request since the start, in order. */
  readonly requests: readonly PaymasterRequest[]
  /** Replaces the policy. The first is `{ kind: 'pays' }`. */
  setPolicy(policy: PaymasterPolicy): void
  /** Withdraws the contracts' deposits, so they can't pay for what the service promised. */
  withdraw(): Promise<void>
  stop(): Promise<void>
}

/** Known to everyone, as every key of the local chain is. */
const signer = privateKeyToAccount(`0x${'b'.repeat(63)}3`)

const hex = z.string().check(z.refine((value) => isHex(value)))
const requestShape = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.enum(['pm_getPaymasterStubData', 'pm_getPaymasterData']),
  params: z.tuple([
    z.looseObject({ sender: hex, nonce: hex, callData: hex }),
    hex,
    hex,
    z.nullish(z.unknown()),
  ]),
})

class Refusal extends Error {
  override readonly name = 'Refusal'
}

interface Decider {
  readonly policy: PaymasterPolicy
  readonly addresses: ByEntryPoint<Address>
  readonly entryPoints: ByEntryPoint<Address>
  readonly chainId: number
}

/** What the policy answers. @throws Refusal */
async function decide(
  { policy, addresses, entryPoints, chainId }: Decider,
  asked: Omit<PaymasterRequest, 'chainId'>,
): Promise<object> {
  if (policy.kind === 'refuses') throw new Refusal(policy.message ?? 'This operation is not sponsored.')
  const version = versionOf(entryPoints, asked.entryPoint)
  const token = policy.kind === 'takesToken' ? { address: policy.token, rate: policy.rate } : undefined
  if (asked.method === 'pm_getPaymasterStubData') {
    const gas = { paymasterVerificationGasLimit: '0x186a0', paymasterPostOpGasLimit: '0x30d40' }
    const sponsor = token ? {} : { sponsor: { name: 'Local Sponsor' } }
    const told = shape(version, addresses[version], stubPaymasterData(token))
    return { ...told, ...(version === '0.6' ? {} : gas), ...sponsor }
  }
  if (policy.kind === 'stopsPaying') throw new Refusal('The budget is used up.')
  const other = policy.kind === 'signsOther' ? { callData: '0x' } : {}
  const data = await signPaymasterData({
    signer,
    chainId,
    version,
    paymaster: addresses[version],
    operation: { ...asked.operation, ...other },
    validUntil: policy.kind === 'signsExpired' ? 1 : 2 ** 48 - 1,
    ...(token ? { token } : {}),
  })
  const lies = policy.kind === 'lies' ? policy.members : {}
  return { ...shape(version, addresses[version], data), ...lies }
}

/** Starts a paymaster service (ERC-7677) with contracts that pay from their own deposits. */
export async function startPaymaster(
  stack: EvmStack,
  entryPoints: ByEntryPoint<Address>,
  port = 0,
): Promise<Paymaster> {
  const addresses = await deployPaymasters(stack, entryPoints, signer.address)
  const requests: PaymasterRequest[] = []
  let policy: PaymasterPolicy = { kind: 'pays' }
  const server = createServer((request, response) => {
    if (answerPreflight(request, response)) return
    answer(request, response).catch((error: unknown) => {
      response.writeHead(400, crossOriginHeaders).end(String(error))
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id, method, params } = requestShape.parse(JSON.parse(await readBody(request)))
    const [operation, entryPoint, chainId, context] = params
    const asked = { method, operation, entryPoint: entryPoint as Address, context }
    requests.push({ ...asked, chainId: hexToNumber(chainId as Hex) })
    if (policy.kind === 'hangs') return
    const outcome = await decide({ policy, addresses, entryPoints, chainId: stack.chainId }, asked).then(
      (result) => ({ result }),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return { error: { code: -32_000, message: error.message } }
      },
    )
    const headers = { ...crossOriginHeaders, 'content-type': 'application/json' }
    response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }))
  }

  const used = await listen(server, port)
  return {
    url: `http://127.0.0.1:${used}`,
    addresses,
    requests,
    setPolicy(next) {
      policy = next
    },
    withdraw: () => withdraw(stack, Object.values(addresses)),
    stop: () => close(server),
  }
}

function versionOf(entryPoints: ByEntryPoint<Address>, asked: Address): EntryPointVersion {
  const found = Object.entries(entryPoints).find(([, address]) => isAddressEqual(address, asked))
  if (!found) throw new Refusal(`No paymaster stands on ${asked}.`)
  return found[0] as EntryPointVersion
}

/** ERC-7677: one member on EntryPoint 0.6, two on the later ones. */
const shape = (version: EntryPointVersion, paymaster: Address, paymasterData: Hex) =>
  version === '0.6' ? { paymasterAndData: concat([paymaster, paymasterData]) } : { paymaster, paymasterData }

async function withdraw({ client }: EvmStack, paymasters: readonly Address[]): Promise<void> {
  await client.impersonateAccount({ address: signer.address })
  await client.setBalance({ address: signer.address, value: 10n ** 18n })
  for (const address of paymasters) {
    const { abi } = artifacts.localPaymaster
    const hash = await client.writeContract({
      ...{ account: signer.address, chain: client.chain, gas: 500_000n },
      ...{ address, abi, functionName: 'withdraw', args: [] },
    })
    await waitForReceipt(client, hash)
  }
  await client.stopImpersonatingAccount({ address: signer.address })
}
