import { type Address, type Hex, hexToNumber, numberToHex } from 'viem'
import * as z from 'zod/mini'
import { AddressParam, DataParam, parseParams, QuantityParam } from '../params.js'
import { rpcErrors } from '../providerRpcError.js'
import { randomUuid } from '../randomUuid.js'
import { isDelegated } from '../sendBatch.js'
import type { MethodTable, WalletCalls, WalletContext } from '../walletContext.js'

/** Compared as a number: an example in EIP-5792 itself has a leading zero. */
const LooseChainId = z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x[0-9a-fA-F]{1,13}$/.test(value),
  'expected a 0x-prefixed chain id',
)
const Capabilities = z.record(z.string(), z.looseObject({ optional: z.optional(z.boolean()) }))
const SendParams = z.tuple([
  z.object({
    version: z.string(),
    id: z.optional(z.string().check(z.minLength(1), z.maxLength(8194))),
    from: z.optional(AddressParam),
    chainId: LooseChainId,
    atomicRequired: z.boolean(),
    calls: z
      .array(
        z.object({
          to: z.optional(AddressParam),
          data: z.optional(DataParam),
          value: z.optional(QuantityParam),
          capabilities: z.optional(Capabilities),
        }),
      )
      .check(z.minLength(1)),
    capabilities: z.optional(Capabilities),
  }),
])
const CapabilityParams = z.union([z.tuple([AddressParam, z.array(LooseChainId)]), z.tuple([AddressParam])])
const IdParams = z.tuple([z.string()])

/** What the wallet can do for an account on a chain. Once upgraded, an account that was `ready` is `supported`. */
async function atomicOf(
  context: WalletContext,
  chainId: number,
  account: Address,
): Promise<'supported' | 'ready' | 'unsupported'> {
  const { calls } = context
  if (calls === 'none' || calls === undefined) return 'unsupported'
  return (await isDelegated(context, chainId, account, calls.delegate)) ? 'supported' : calls.atomic
}

/** EIP-5792, version 2.0.0: one after the other, or all or none where the wallet is told so. */
export const callMethods: MethodTable = {
  async wallet_getCapabilities(context, params) {
    const { state } = context
    checkKnown(context, 'wallet_getCapabilities')
    const [address, chainIds = [numberToHex(state.chainId)]] = parseParams(
      'wallet_getCapabilities',
      CapabilityParams,
      params,
    )
    const account = state.permittedAccount(address)
    const known = chainIds.map((hex) => hexToNumber(hex)).filter((chainId) => state.chain(chainId))
    const entries = known.map(async (chainId) => {
      const status = await atomicOf(context, chainId, account.address)
      return [numberToHex(chainId), { atomic: { status } }] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  },

  async wallet_sendCalls(context, params) {
    const method = 'wallet_sendCalls'
    const { state, approvals, bundles } = context
    checkKnown(context, method)
    const [bundle] = parseParams(method, SendParams, params)
    if (!bundle.version.startsWith('2.')) throw rpcErrors.invalidParams(method, 'version must be 2.0.0')
    const account = state.permittedAccount(bundle.from ?? state.selected.address)
    const chainId = hexToNumber(bundle.chainId)
    if (!state.chain(chainId)) throw rpcErrors.unsupportedCallsChain(chainId)
    const atomic = await atomicOf(context, chainId, account.address)
    if (bundle.atomicRequired && atomic === 'unsupported') throw rpcErrors.atomicityNotSupported()
    const capabilities = [bundle.capabilities, ...bundle.calls.map((call) => call.capabilities)]
    for (const [name, capability] of capabilities.flatMap((entry) => Object.entries(entry ?? {}))) {
      if (!capability.optional) throw rpcErrors.unsupportedCapability(name)
    }
    const id = bundle.id ?? randomUuid()
    if (bundles.has(id)) throw rpcErrors.duplicateCallsId(id)
    const isOne = atomic === 'supported' || (atomic === 'ready' && bundle.atomicRequired)
    if (isOne && atomic === 'ready') await askForUpgrade(context)
    await approvals.ask({
      method,
      title: `send these ${bundle.calls.length} calls`,
      details: bundle.calls.map((call, index) => ({
        label: `Call ${index + 1}`,
        value: JSON.stringify({ to: call.to, value: call.value, data: call.data }, null, 2),
      })),
    })
    if (bundles.has(id)) throw rpcErrors.duplicateCallsId(id)
    const calls = bundle.calls.map(({ to, data, value }) => ({
      ...(to ? { to } : {}),
      ...(data ? { data } : {}),
      ...(value ? { value } : {}),
    }))
    const known = context.calls as WalletCalls
    const delegate = isOne && !known.breaksPromise ? known.delegate : undefined
    bundles.run(context, id, account, chainId, calls, delegate)
    return { id }
  },

  wallet_getCallsStatus({ bundles }, params) {
    const [id] = parseParams('wallet_getCallsStatus', IdParams, params)
    return bundles.status(id)
  },

  wallet_showCallsStatus({ bundles }, params) {
    const [id] = parseParams('wallet_showCallsStatus', IdParams, params)
    bundles.status(id)
    return null
  },
}

function checkKnown({ calls }: WalletContext, method: string): void {
  if (calls === 'none') throw rpcErrors.unsupportedMethod(method)
}

async function askForUpgrade({ approvals }: WalletContext): Promise<void> {
  await approvals
    .ask({
      method: 'eip7702Upgrade',
      title: 'upgrade this account to a smart account',
      details: [{ label: 'Why', value: 'The page asks for several calls that must happen together.' }],
    })
    .catch(() => {
      throw rpcErrors.upgradeRejected()
    })
}
